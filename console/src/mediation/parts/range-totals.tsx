import { Loading } from '../../kit/states.tsx';
import { daysText, formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { before, type Days, eachDay, withBefore } from '../model/days.ts';
import { type Chosen, rowsIn, wholeRange } from '../model/report.ts';
import { useReport } from '../reports.ts';
import { Totals } from './totals.tsx';

type Wanted = Pick<Chosen, 'metrics' | 'only'>;

/** A report of one row: sums, and rates of the sums. */
export const useSums = (days: Days, wanted: Wanted) => useReport(wholeRange(days, wanted), true);

/** The sums of a range and of the range before, and which days of both have numbers. */
export function useRangeTotals(days: Days, wanted: Wanted) {
  const now = useSums(days, wanted);
  const then = useSums(before(days), wanted);
  const byDay = useReport(wholeRange(withBefore(days), { ...wanted, dimensions: ['DATE'] }), true);
  return { now, then, byDay };
}

interface RangeTotalsProps extends Wanted {
  readonly days: Days;
}

/** The sums of the range and of the range before, which are compared only if each day of both has numbers. */
export function RangeTotals({ days, ...wanted }: RangeTotalsProps) {
  const { mediation } = useMessages();
  const earlier = before(days);
  const { now, then, byDay } = useRangeTotals(days, wanted);
  if (now.isLoading || then.isLoading || byDay.isLoading) return <Loading />;
  if (!now.data || now.data.rows.length === 0) return null;
  // Without the days that have numbers, a comparison might hide a gap.
  const has = byDay.data && rowsIn(byDay.data.rows, days).length;
  const hasBefore = then.data && byDay.data && rowsIn(byDay.data.rows, earlier).length;
  const count = eachDay(days).length;
  const isWhole = has === count && hasBefore === count;
  return (
    <section className="stack tight" aria-label={mediation.reports.totals}>
      <Totals
        metrics={wanted.metrics}
        now={now.data.rows[0]}
        then={isWhole ? then.data?.rows[0] : undefined}
      />
      {has !== undefined && hasBefore !== undefined && (
        <p className="soft small">
          {mediation.reports.comparedWith(
            daysText(days.from, days.to, formattingLocale()),
            daysText(earlier.from, earlier.to, formattingLocale()),
            count,
            has,
            hasBefore,
          )}
        </p>
      )}
    </section>
  );
}
