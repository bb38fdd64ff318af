import { decimalOf, formatCpm } from '../../../../src/client/cpm.ts';
import { linePath } from '../../../../src/client/group-changes.ts';
import { upperFirst } from '../../../../src/conventions/upper-first.ts';
import type { MediationGroupLine } from '../../../../src/mediation/contract/index.ts';
import { Link } from '../../frame/navigation.tsx';
import { Badge, toneOf } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Select } from '../../kit/field.tsx';
import { formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { type DraftLine, isNew, type LineState, microsOf } from '../model/draft.ts';
import type { Figures } from '../model/figures.ts';
import type { Scale } from '../model/scale.ts';
import { CpmInput } from './cpm-input.tsx';
import { useMetricText } from './metric-text.ts';
import { named } from './named.ts';
import { inputId, type Problems, problemAt } from './problems.tsx';

/** Editing of rows. */
export interface RowEdit {
  readonly problems: Problems;
  /** Whether new lines are marked; they are not if all lines are new. */
  readonly marksNew: boolean;
  /** The line before editing; undefined for a new one. */
  readonly before: (key: string) => MediationGroupLine | undefined;
  readonly onChange: (line: DraftLine) => void;
  /** Called when the input of a price loses the focus. */
  readonly onLeave: () => void;
  readonly onOpen: (line: DraftLine) => void;
  readonly onRemove: (line: DraftLine) => void;
}

interface LineRowProps {
  readonly line: DraftLine;
  /** Its name with its variant: the other one may have a line of the same name. */
  readonly spoken: (name: string) => string;
  readonly place: number | undefined;
  readonly scale: Scale;
  readonly isOwn: boolean;
  readonly source: string;
  readonly adUnitIds: readonly string[];
  readonly needsMapping: boolean;
  readonly edit: RowEdit | undefined;
  /** Whether a link leads to the line: it is shown at once, and stands out. */
  readonly isMarked: boolean;
  /** What the line did in the last week; absent if it is not shown. */
  readonly figures?: Figures | undefined;
  readonly isCompact: boolean;
}

function Bar({ line, scale, isOwn }: Pick<LineRowProps, 'line' | 'scale' | 'isOwn'>) {
  const micros = microsOf(line);
  if (micros === undefined) return null;
  const kinds = ['bar', isOwn && 'own', line.state !== 'ENABLED' && 'off', line.isTreatment && 'treatment'];
  return (
    <span className="track" aria-hidden="true">
      <span
        className={kinds.filter(Boolean).join(' ')}
        style={{ inlineSize: `${scale.share(micros) * 100}%` }}
      />
    </span>
  );
}

type MappedProps = Pick<LineRowProps, 'line' | 'isOwn' | 'adUnitIds' | 'needsMapping'>;

function Mapped({ line, isOwn, adUnitIds, needsMapping }: MappedProps) {
  const { mediation } = useMessages();
  const { lines: words } = mediation;
  const { publisherId } = useAccount();
  if (isOwn) return null;
  const missing = adUnitIds.filter((id) => line.adUnitMappings[id] === undefined).length;
  if (!needsMapping && missing === adUnitIds.length)
    return <span className="soft small">{words.unneeded}</span>;
  return (
    <span className="pair soft small">
      {words.mapped(adUnitIds.length - missing, adUnitIds.length)}
      {needsMapping && missing > 0 && (
        <Link to={`/${publisherId}/mappings`} search={{ source: line.adSourceId }} title={words.toMappings}>
          <Badge tone="care">{words.missing(missing)}</Badge>
        </Link>
      )}
    </span>
  );
}

/** Revenue, eCPM, fill rate and share of a line. */
function FigureCells({ figures }: { readonly figures: Figures }) {
  const { mediation } = useMessages();
  const { figures: words } = mediation;
  const text = useMetricText();
  const { revenue, ecpm, matchRate, share } = figures;
  return (
    <>
      <td data-label={words.revenue} className="number">
        {text('ESTIMATED_EARNINGS', revenue)}
        {share !== undefined && (
          <div className="soft small revenue-share" title={words.share} data-of={words.ofGroup}>
            {text('MATCH_RATE', share)}
          </div>
        )}
      </td>
      <td data-label={words.ecpm} className="number">
        {text('OBSERVED_ECPM', ecpm)}
      </td>
      <td data-label={words.matchRate} className="number">
        {text('MATCH_RATE', matchRate)}
      </td>
    </>
  );
}

const showRow = (row: HTMLTableRowElement | null) => row?.scrollIntoView({ block: 'center' });

/** A line with its position, bar and price; with inputs if it can be edited. */
export function LineRow(props: LineRowProps) {
  const { line, place, scale, isOwn, source, adUnitIds, needsMapping, edit, isMarked, figures, isCompact } =
    props;
  const { common, mediation } = useMessages();
  const { lines: words, words: shared } = mediation;
  const { key, displayName, cpmMode, state } = line;
  const name = displayName || source;
  const path = linePath(key);
  const before = edit?.before(key);
  const spoken = props.spoken(name);
  const micros = microsOf(line);
  const was = before?.cpmMode === 'MANUAL' && before.cpmMicros !== micros ? before.cpmMicros : undefined;
  const isRemoved = state === 'REMOVED';
  const cpmProblem = edit && problemAt(edit.problems, `${path}.cpmMicros`);
  const others = edit
    ? [...edit.problems].filter(([field]) => field.startsWith(path) && field !== `${path}.cpmMicros`)
    : [];
  return (
    <tr
      className={isRemoved ? 'going' : state === 'DISABLED' ? 'resting' : undefined}
      ref={isMarked ? showRow : undefined}
      aria-current={isMarked || undefined}
    >
      <td className="number rank whole-row" data-label={words.order}>
        {place}
      </td>
      <td data-label={words.line}>
        <span className="line-name">
          <span className="pair">
            <strong>{name}</strong>
            {isOwn && <Badge tone="main">{common.ownNetwork}</Badge>}
            {edit?.marksNew && isNew(line) && <Badge tone="good">{words.new}</Badge>}
            {isRemoved && <Badge tone="warn">{words.removed}</Badge>}
            {isCompact && state === 'DISABLED' && <Badge>{shared.states.DISABLED}</Badge>}
          </span>
          {source !== name && <span className="soft small">{source}</span>}
          {!isCompact && !isRemoved && (
            <Mapped line={line} isOwn={isOwn} adUnitIds={adUnitIds} needsMapping={needsMapping} />
          )}
          {others.map(([field, text]) => (
            <button
              type="button"
              key={field}
              id={inputId(field)}
              className="link problem small"
              onClick={() => edit?.onOpen(line)}
            >
              {text}
            </button>
          ))}
        </span>
      </td>
      <td data-label={words.price} className="picture">
        <Bar line={line} scale={scale} isOwn={isOwn} />
      </td>
      <td data-label={words.cpm} className="number whole-row">
        {cpmMode === 'LIVE' ? (
          <span className="soft nowrap">{upperFirst(words.byAuction)}</span>
        ) : edit && cpmMode === 'MANUAL' && !isRemoved ? (
          <CpmInput
            id={inputId(`${path}.cpmMicros`)}
            label={words.cpmOf(spoken)}
            value={line.cpm}
            saved={before?.cpmMode === 'MANUAL' ? decimalOf(before.cpmMicros ?? '0') : undefined}
            problem={cpmProblem}
            onChange={(cpm) => edit.onChange({ ...line, cpm })}
            onLeave={edit.onLeave}
          />
        ) : micros === undefined ? (
          '–'
        ) : (
          formatCpm(micros, formattingLocale())
        )}
        {edit && was !== undefined && !isRemoved && cpmMode === 'MANUAL' && (
          <div className="soft small was">{words.was(formatCpm(was, formattingLocale()))}</div>
        )}
      </td>
      {figures && <FigureCells figures={figures} />}
      {!isCompact && (
        <td data-label={words.state}>
          {isRemoved ? null : edit ? (
            <Select<LineState>
              value={state}
              label={words.stateOf(spoken)}
              options={(['ENABLED', 'DISABLED'] as const).map((value) => ({
                value,
                text: shared.states[value],
              }))}
              onChange={(next) => edit.onChange({ ...line, state: next })}
            />
          ) : (
            <Badge tone={toneOf(state)}>{named(shared.states, state)}</Badge>
          )}
        </td>
      )}
      {edit && (
        <td className="row-actions">
          {isRemoved ? (
            <Button
              kind="quiet"
              aria-label={words.keepLine(spoken)}
              onClick={() => edit.onChange({ ...line, state: (before?.state ?? 'ENABLED') as LineState })}
            >
              {words.keep}
            </Button>
          ) : (
            <>
              <Button kind="quiet" aria-label={words.editLine(spoken)} onClick={() => edit.onOpen(line)}>
                {words.edit}
              </Button>
              <Button kind="quiet" aria-label={words.removeLine(spoken)} onClick={() => edit.onRemove(line)}>
                {words.remove}
              </Button>
            </>
          )}
        </td>
      )}
    </tr>
  );
}
