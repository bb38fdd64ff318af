import '../../styles/waterfall.css';
import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../kit/field.tsx';
import { useMessages } from '../../messages/index.ts';
import type { FiguresById } from '../figures.ts';
import { byVariant, type DraftLine, inOrder, microsOf } from '../model/draft.ts';
import { needsLog, type Scale, type ScaleKind, scaleOf, tickText } from '../model/scale.ts';
import { LineRow, type RowEdit } from './waterfall-row.tsx';

interface WaterfallProps {
  readonly lines: readonly DraftLine[];
  readonly caption: string;
  readonly ownNetwork: string | undefined;
  readonly sourceTitle: (adSourceId: string) => string;
  /** Ad units for which each line needs a mapping. */
  readonly adUnitIds?: readonly string[];
  /** Whether lines of a source need them. */
  readonly needsMapping?: (adSourceId: string) => boolean;
  /** Absent if the lines are only shown. */
  readonly edit?: RowEdit | undefined;
  /** Keys in their order, which does not change while a price is typed. */
  readonly order?: readonly string[] | undefined;
  /** Key of the line that a link leads to. */
  readonly marked?: string | undefined;
  /** A scale that several pictures share. */
  readonly scale?: Scale;
  /** Content above the table. */
  readonly tools?: ReactNode;
  /** What each line did in the last week, by its key; absent if it is not shown. */
  readonly figures?: FiguresById | undefined;
  /** Omits columns, for the small picture of a variant. */
  readonly isCompact?: boolean;
}

interface Lane {
  readonly title: string;
  readonly text: string;
  readonly lines: readonly DraftLine[];
  readonly isPriced: boolean;
  /** What a line is called where the title of the lane is not seen. */
  readonly spoken: (name: string) => string;
}

export const pricesOf = (lines: readonly DraftLine[]): readonly string[] =>
  lines.flatMap((line) => (line.state === 'REMOVED' ? [] : (microsOf(line) ?? [])));

/** The first prices determine the kind of scale, so that it does not change while a price is typed. */
export function useScale(prices: readonly string[]) {
  const { mediation } = useMessages();
  const [kind, setKind] = useState<ScaleKind>(() => (needsLog(prices) ? 'log' : 'linear'));
  const toggle = (
    <div className="scale-kind">
      <Checkbox
        label={mediation.lines.log}
        isChecked={kind === 'log'}
        onChange={(isLog) => setKind(isLog ? 'log' : 'linear')}
      />
    </div>
  );
  return { scale: scaleOf(prices, kind), toggle };
}

function sorted(lines: readonly DraftLine[], order: readonly string[] | undefined): readonly DraftLine[] {
  if (!order) return inOrder(lines);
  const at = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return lines.toSorted((one, other) => at(one.key) - at(other.key));
}

/** A line that is off is not asked and has no place in the order. */
function placeOf(lines: readonly DraftLine[], line: DraftLine): number | undefined {
  const asked = lines.filter(({ state }) => state === 'ENABLED');
  return line.state === 'ENABLED' ? asked.indexOf(line) + 1 : undefined;
}

/** The waterfall as a table with bars by price. Bidding lines are a group of their own. */
export function Waterfall(props: WaterfallProps) {
  const {
    lines,
    caption,
    ownNetwork,
    sourceTitle,
    adUnitIds = [],
    needsMapping = () => true,
    edit,
    order,
    marked,
    tools,
    figures,
    isCompact = false,
  } = props;
  const { common, mediation } = useMessages();
  const words = mediation.lines;
  const names = mediation.figures;
  const prices = pricesOf(lines);
  const own = useScale(prices);
  const scale = props.scale ?? own.scale;
  // A small picture has room for the ends of the scale.
  const ticks = isCompact ? [...scale.ticks.slice(0, 1), ...scale.ticks.slice(1).slice(-1)] : scale.ticks;
  const lanesOf = (of: readonly DraftLine[], spoken = (name: string) => name): readonly Lane[] => [
    {
      title: spoken(words.live),
      text: words.liveText,
      lines: of.filter(({ cpmMode }) => cpmMode === 'LIVE'),
      isPriced: false,
      spoken,
    },
    {
      title: spoken(words.priced),
      text: words.pricedText,
      lines: sorted(
        of.filter(({ cpmMode }) => cpmMode !== 'LIVE'),
        order,
      ),
      isPriced: true,
      spoken,
    },
  ];
  const { a, b } = byVariant(lines);
  const lanes = [...lanesOf(a, b.length > 0 ? words.inVariantA : undefined), ...lanesOf(b, words.inVariantB)];
  const width = (isCompact ? 4 : 5) + (edit ? 1 : 0) + (figures ? 3 : 0);
  return (
    <div className="stack tight">
      {(tools || !props.scale) && (
        <div className="actions spread">
          <div>{!props.scale && prices.length > 0 && own.toggle}</div>
          {tools}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keys. */}
      <section className="table-frame" aria-label={caption} tabIndex={0}>
        <table className={isCompact ? 'table waterfall compact' : 'table waterfall'}>
          <caption className="hidden-visually">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="number">
                <span className="hidden-visually">{words.order}</span>
              </th>
              <th scope="col">{words.line}</th>
              <th scope="col" className="picture">
                {words.price}
                <span className="axis" aria-hidden="true">
                  {ticks.map(({ micros }) => (
                    <span key={micros}>{tickText(micros)}</span>
                  ))}
                </span>
              </th>
              <th scope="col" className="number">
                {words.cpm}
                <span className="axis">{words.currency}</span>
              </th>
              {figures && (
                <>
                  <th scope="col" className="number">
                    {names.revenue}
                    <span className="axis">{names.weekShare}</span>
                  </th>
                  <th scope="col" className="number">
                    {names.ecpm}
                  </th>
                  <th scope="col" className="number">
                    {names.matchRate}
                  </th>
                </>
              )}
              {!isCompact && <th scope="col">{words.state}</th>}
              {edit && (
                <th scope="col">
                  <span className="hidden-visually">{common.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          {lanes.map(({ title, text, lines: inLane, isPriced, spoken }) =>
            inLane.length === 0 ? null : (
              <tbody key={title}>
                <tr className="lane">
                  <th scope="rowgroup" colSpan={width}>
                    {title} <span className="soft">– {text}</span>
                  </th>
                </tr>
                {inLane.map((line) => (
                  <LineRow
                    key={line.key}
                    line={line}
                    spoken={spoken}
                    place={isPriced ? placeOf(inLane, line) : undefined}
                    scale={scale}
                    isOwn={line.adSourceId === ownNetwork}
                    source={sourceTitle(line.adSourceId)}
                    adUnitIds={adUnitIds}
                    needsMapping={needsMapping(line.adSourceId)}
                    edit={edit}
                    isMarked={line.key === marked}
                    figures={figures && (figures.get(line.key) ?? {})}
                    isCompact={isCompact}
                  />
                ))}
              </tbody>
            ),
          )}
        </table>
      </section>
    </div>
  );
}
