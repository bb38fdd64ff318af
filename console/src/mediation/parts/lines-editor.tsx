import { useState } from 'react';
import { CPM_CURRENCY, formatCpm } from '../../../../src/client/cpm.ts';
import type { MediationGroupLine } from '../../../../src/mediation/contract/index.ts';
import { useRequestedDialog } from '../../frame/requested-dialog.ts';
import { Button } from '../../kit/button.tsx';
import { Empty, Notice } from '../../kit/states.tsx';
import { formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import type { FiguresById } from '../figures.ts';
import { doubled } from '../model/doubled.ts';
import {
  byVariant,
  type DraftLine,
  inOrder,
  microsOf,
  nextKey,
  withLine,
  withoutLine,
} from '../model/draft.ts';
import { useLabels } from './labels.ts';
import { useLineCounts } from './line-counts.ts';
import { LineDialog } from './line-dialog.tsx';
import type { Problems } from './problems.tsx';
import { Waterfall } from './waterfall.tsx';

interface LinesEditorProps {
  readonly lines: readonly DraftLine[];
  readonly onChange: (lines: readonly DraftLine[]) => void;
  readonly adUnitIds: readonly string[];
  readonly platform: string | undefined;
  readonly format: string | undefined;
  readonly problems: Problems;
  /** What becomes of a line that is added. */
  readonly fateOfNew: string;
  readonly before?: (key: string) => MediationGroupLine | undefined;
  /** Key of the line that a link leads to. */
  readonly marked?: string | undefined;
  /** What each line did in the last week. */
  readonly figures?: FiguresById | undefined;
}

const keysInOrder = (lines: readonly DraftLine[]) => inOrder(lines).map(({ key }) => key);

/** What is asked, and up to which price. A device gets one variant, so each variant has its own sentence. */
function useFinding(lines: readonly DraftLine[]): string {
  const { lines: words } = useMessages().mediation;
  const ofOne = useFindingOfOne();
  const { a, b } = byVariant(lines);
  return b.length > 0 ? words.ofVariants(ofOne(a), ofOne(b)) : ofOne(lines);
}

function useFindingOfOne() {
  const { lines: words } = useMessages().mediation;
  const countsOf = useLineCounts();
  return (lines: readonly DraftLine[]): string => {
    const on = lines.filter(({ state }) => state === 'ENABLED');
    const [dearest] = inOrder(on.filter((line) => microsOf(line) !== undefined));
    const top = dearest && microsOf(dearest);
    return [
      words.finding(countsOf(lines), on.filter(({ cpmMode }) => cpmMode !== 'LIVE').length === 1),
      top === undefined ? '' : words.highest(formatCpm(top, formattingLocale())),
      '.',
    ].join('');
  };
}

/** Edits the waterfall in place. */
export function LinesEditor(props: LinesEditorProps) {
  const { lines, onChange, adUnitIds, platform, format, problems, fateOfNew, before, marked, figures } =
    props;
  const { mediation } = useMessages();
  const words = mediation.lines;
  const { currency } = useAccount();
  const labels = useLabels();
  const finding = useFinding(lines);
  const [order, setOrder] = useState(() => keysInOrder(lines));
  const [opened, setOpened] = useState<DraftLine>();
  const change = (next: readonly DraftLine[], isSorted: boolean) => {
    onChange(next);
    if (isSorted) setOrder(keysInOrder(next));
  };
  const known = new Set(order);
  // Other lines, such as those after saving, are sorted at once.
  const current = lines.every(({ key }) => known.has(key)) ? order : keysInOrder(lines);
  const twice = doubled(lines, labels.source);
  const blank = (): DraftLine => ({
    key: nextKey(lines),
    displayName: '',
    adSourceId: '',
    cpmMode: 'MANUAL',
    cpm: '',
    state: 'ENABLED',
    adUnitMappings: {},
    isTreatment: false,
  });
  useRequestedDialog(['line', 'edit'], (name) =>
    setOpened(name === 'line' ? blank() : lines.find(({ key }) => key === marked)),
  );
  const add = <Button onClick={() => setOpened(blank())}>{words.add}</Button>;
  return (
    <div className="stack tight">
      {twice.length > 0 && <Notice kind="care">{words.doubled(twice.join(', '))}</Notice>}
      {lines.length > 0 && <p>{finding}</p>}
      {lines.length === 0 ? (
        <Empty title={words.empty}>
          <p>
            {words.emptyText} {adUnitIds.length === 0 && words.unitsFirst}
          </p>
          {add}
        </Empty>
      ) : (
        <Waterfall
          lines={lines}
          caption={words.caption}
          ownNetwork={labels.ownNetwork}
          sourceTitle={labels.source}
          adUnitIds={adUnitIds}
          needsMapping={(adSourceId) => labels.needsMapping(adSourceId, { platform, format })}
          order={current}
          marked={marked}
          figures={figures}
          tools={add}
          edit={{
            problems,
            marksNew: before !== undefined,
            before: before ?? (() => undefined),
            onChange: (line) => change(withLine(lines, line), false),
            onLeave: () => setOrder(keysInOrder(lines)),
            onOpen: setOpened,
            onRemove: ({ key }) => change(withoutLine(lines, key), true),
          }}
        />
      )}
      {currency !== '' && currency !== CPM_CURRENCY && (
        <p className="soft small">{words.dollarsNot(currency)}</p>
      )}
      {opened && (
        <LineDialog
          line={opened}
          others={lines.filter(
            ({ key, state, isTreatment }) =>
              key !== opened.key && state !== 'REMOVED' && isTreatment === opened.isTreatment,
          )}
          adUnitIds={adUnitIds}
          platform={platform}
          format={format}
          labels={labels}
          fateOfNew={fateOfNew}
          problems={problems}
          onDone={(line) => {
            change(withLine(lines, line), true);
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}
