import { useEffect, useRef } from 'react';
import { Link } from '../../../frame/navigation.tsx';
import { absolute, dayOf, formattingLocale, markTextFor } from '../../../kit/time.tsx';
import { shownZone } from '../../../kit/zone.ts';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { useOutcomeText } from '../explain/outcome.tsx';
import { countText, mostFrequent } from './attention.ts';
import { groupsOf, heatOf, levelOf } from './heat.ts';

/** Eight columns fit; one of them may have begun before. */
const MOST_ON_PHONES = 7;

/** Refusals, with a row per reason and a column per time range. A cell links to its requests. */
export function Refusals({ series }: { readonly series: AdminResponse<'getSeries'> }) {
  const { today: words } = useMessages();
  const outcomeText = useOutcomeText();
  const locale = formattingLocale();
  const isNarrow = matchMedia('(max-width: 640px)').matches;
  const heat = heatOf(series.refusals, series.startTime, series.endTime, {
    ...(isNarrow && { mostColumns: MOST_ON_PHONES }),
    day: dayOf(series.startTime),
    zone: shownZone(),
  });
  const { hours, starts, ranges, rows, others, most, total } = heat;
  const [first] = rows;
  const top = mostFrequent(rows.map(({ reason, total }) => ({ reason, count: total })));
  const frame = useRef<HTMLElement>(null);
  // The newest is at the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for other figures again.
  useEffect(() => {
    if (!frame.current) return;
    const { direction } = getComputedStyle(frame.current);
    const { scrollWidth } = frame.current;
    frame.current.scrollTo({ left: direction === 'rtl' ? -scrollWidth : scrollWidth });
  }, [series]);
  if (!first) return <p className="soft">{words.heatEmpty}</p>;
  const number = (count: number) => countText({ count }, locale);
  const headText = markTextFor(hours * starts.length);
  const groups = groupsOf(starts.map((start) => headText(start, locale)));
  return (
    <div className="stack tight">
      <p>{words.heatFinding(number(total), top && outcomeText(top.reason))}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keys. */}
      <section ref={frame} className="table-frame" aria-label={words.heat} tabIndex={0}>
        <table className="heat">
          <caption className="hidden-visually">{words.heat}</caption>
          <thead>
            <tr>
              <th scope="col">{words.reason}</th>
              {groups.map(({ text, at, length }) => (
                <th key={at} scope="colgroup" colSpan={length}>
                  {/* A head of one narrow column would widen it. */}
                  {length === 1 && hours < 24 ? (
                    <span className="hidden-visually">{text}</span>
                  ) : (
                    brokenText(text)
                  )}
                </th>
              ))}
              <th scope="col">{words.total}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ reason, counts, total: sum }) => (
              <tr key={reason}>
                <th scope="row">
                  <span title={reason}>{outcomeText(reason)}</span>
                </th>
                {counts.map((count, index) => {
                  const { from, to } = ranges[index]!;
                  return (
                    <td key={starts[index]} className={`heat-${levelOf(count, most)}`}>
                      {count > 0 && (
                        <Link
                          to="/explain"
                          search={explained(reason, from, to)}
                          aria-label={words.heatCell(
                            number(count),
                            outcomeText(reason),
                            absolute(from, locale),
                          )}
                        >
                          {number(count)}
                        </Link>
                      )}
                    </td>
                  );
                })}
                <td className="number">{number(sum)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="soft small">
        {words.heatHours(hours)} {others > 0 && words.heatOthers(others)}
      </p>
    </div>
  );
}

/** The head of a narrow column may take two lines. */
const brokenText = (text: string) => text.replaceAll('\u00a0', ' ');

/** Filters of the list of refused requests. */
const explained = (reason: string, from: number, to: number) => ({
  reason,
  startTime: new Date(from).toISOString(),
  endTime: new Date(to).toISOString(),
});
