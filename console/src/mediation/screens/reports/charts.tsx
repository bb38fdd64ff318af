import { useMemo } from 'react';
import { Loading } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { before, withBefore } from '../../model/days.ts';
import { type Chosen, type Dimension, type Metric, rowsIn, TIMES, wholeRange } from '../../model/report.ts';
import { MOST_SERIES, type Series, seriesOf } from '../../model/series.ts';
import { DayChart } from '../../parts/day-chart.tsx';
import { named } from '../../parts/named.ts';
import { useReport } from '../../reports.ts';

/** A chart of each metric that has values, split by the first dimension that is no time. */
export function Charts({ chosen }: { readonly chosen: Chosen }) {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const { from, to, metrics } = chosen;
  const days = useMemo(() => ({ from, to }), [from, to]);
  const split = chosen.dimensions.find((one) => !TIMES.includes(one));
  const dimensions: readonly Dimension[] = ['DATE', ...(split ? [split] : [])];
  const { data, isLoading } = useReport(
    wholeRange(split ? days : withBefore(days), { metrics, dimensions }),
    true,
  );
  const [by = 'ESTIMATED_EARNINGS'] = metrics;
  const charts = useMemo(() => {
    const of = { by, all: words.thisPeriod, ...(split && { split }) };
    const all = data?.rows ?? [];
    return metrics.map((metric) => {
      const series = seriesOf(all, metric, { ...of, days });
      const past = { by, all: words.periodBefore, days: before(days) };
      return { metric, series, earlier: split ? undefined : seriesOf(all, metric, past)[0] };
    });
  }, [metrics, data, split, by, days, words]);
  const shown = charts.filter(({ series }) => series.some(({ values }) => values.some((value) => value)));
  if (isLoading) return <Loading />;
  // The last days would be missing.
  if (data && data.rows.length < Number(data.matching)) return <p className="soft">{words.tooMany}</p>;
  const rows = rowsIn(data?.rows ?? [], days);
  if (rows.length < 2 || shown.length === 0) return null;
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
