import { useMemo } from 'react';
import { Loading } from '../../../kit/states.tsx';
import { daysText, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { before, type Days, eachDay } from '../../model/days.ts';
import { type Chosen, type Dimension, type Metric, TIMES } from '../../model/report.ts';
import { MOST_SERIES, type Series, seriesOf } from '../../model/series.ts';
import { DayChart } from '../../parts/day-chart.tsx';
import { named } from '../../parts/named.ts';
import { Totals } from '../../parts/totals.tsx';
import { useReport } from '../../reports.ts';

/** As many rows as charts read: years of days, or months of days and many values of a dimension. */
const MOST_ROWS = 20_000;

interface Wanted extends Pick<Chosen, 'metrics' | 'only'> {
  readonly dimensions?: readonly Dimension[];
}

const spec = ({ from, to }: Days, { dimensions = [], ...wanted }: Wanted): Chosen => ({
  from,
  to,
  dimensions,
  ...wanted,
  sort: '',
  rows: MOST_ROWS,
});

/** A report of one row: sums, and rates of the sums. */
export const useSums = (days: Days, wanted: Pick<Chosen, 'metrics' | 'only'>) =>
  useReport(spec(days, wanted), true);

interface RangeTotalsProps extends Pick<Chosen, 'metrics' | 'only'> {
  readonly days: Days;
}

/** The sums of the range and of the range before, which are compared only if each day of both has numbers. */
export function RangeTotals({ days, ...wanted }: RangeTotalsProps) {
  const { mediation } = useMessages();
  const earlier = before(days);
  const now = useSums(days, wanted);
  const then = useSums(earlier, wanted);
  const byDay = useReport(spec(earlier, { ...wanted, dimensions: ['DATE'] }), true);
  const nowByDay = useReport(spec(days, { ...wanted, dimensions: ['DATE'] }), true);
  if (now.isLoading || then.isLoading || byDay.isLoading || nowByDay.isLoading) return <Loading />;
  if (!now.data || now.data.rows.length === 0) return null;
  // Without the days that have numbers, a comparison might hide a gap.
  const hasBefore = then.data && byDay.data?.rows.length;
  const has = nowByDay.data?.rows.length;
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

/** A chart of each metric that has values, split by the first dimension that is no time. */
export function Charts({ chosen }: { readonly chosen: Chosen }) {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const { from, to, metrics } = chosen;
  const days = useMemo(() => ({ from, to }), [from, to]);
  const split = chosen.dimensions.find((one) => !TIMES.includes(one));
  const dimensions: readonly Dimension[] = ['DATE', ...(split ? [split] : [])];
  const now = useReport(spec(days, { metrics, dimensions }), true);
  const then = useReport(spec(before(days), { metrics, dimensions: ['DATE'] }), split === undefined);
  const rows = now.data?.rows;
  const earlierRows = split ? undefined : then.data?.rows;
  const [by = 'ESTIMATED_EARNINGS'] = metrics;
  const charts = useMemo(() => {
    const of = { by, all: words.thisPeriod, ...(split && { split }) };
    return metrics.map((metric) => {
      const series = seriesOf(rows ?? [], metric, { ...of, days });
      const [earlier] = seriesOf(earlierRows ?? [], metric, {
        by,
        all: words.periodBefore,
        days: before(days),
      });
      return { metric, series, earlier };
    });
  }, [metrics, rows, earlierRows, split, by, days, words]);
  const shown = charts.filter(({ series }) => series.some(({ values }) => values.some((value) => value)));
  if (now.isLoading || then.isLoading) return <Loading />;
  if (!rows || rows.length < 2 || shown.length === 0) return null;
  const values = new Set(rows.map(({ dimensionValues }) => split && dimensionValues[split]?.value)).size;
  return (
    <>
      <div className="charts">
        {shown.map(
          ({
            metric,
            series,
            earlier,
          }: {
            metric: Metric;
            series: readonly Series[];
            earlier?: Series | undefined;
          }) => (
            <DayChart key={metric} metric={metric} days={days} series={series} earlier={earlier} />
          ),
        )}
      </div>
      {split && values > MOST_SERIES && (
        <p className="soft small">
          {words.largestOf(
            MOST_SERIES,
            values,
            named(words.dimensionNames, split),
            named(words.metricNames, by),
          )}
        </p>
      )}
    </>
  );
}
