import { type Days, eachDay } from './days.ts';
import { type Dimension, dimensionText, type Metric, numberOf, type ReportRow, rowsIn } from './report.ts';

/** A metric by day; null where there is no value. */
export interface Series {
  readonly key: string;
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** As many colours as there are. */
export const MOST_SERIES = 6;

const sizeOf = (rows: readonly ReportRow[], metric: Metric) =>
  rows.reduce((sum, row) => sum + (numberOf(row.metricValues[metric]) ?? 0), 0);

/**
 * The largest values of a dimension as a series each, or one series of all rows without it; of the rows of these days. `by`
 * says what is large, the same for all metrics.
 */
export function seriesOf(
  rows: readonly ReportRow[],
  metric: Metric,
  {
    days,
    split,
    by,
    all,
  }: { readonly days: Days; readonly split?: Dimension; readonly by: Metric; readonly all: string },
): readonly Series[] {
  const dates = eachDay(days);
  const groups = Map.groupBy(rowsIn(rows, days), (row) =>
    split ? (row.dimensionValues[split]?.value ?? '') : '',
  );
  return [...groups]
    .toSorted(([, one], [, other]) => sizeOf(other, by) - sizeOf(one, by))
    .slice(0, MOST_SERIES)
    .map(([key, some]) => {
      const byDay = new Map(
        some.map((row) => [dimensionText(row, 'DATE'), numberOf(row.metricValues[metric])]),
      );
      const name = split && some[0] ? dimensionText(some[0], split) : all;
      return { key, name, values: dates.map((date) => byDay.get(date) ?? null) };
    })
    .filter(({ values }) => values.some((value) => value !== null));
}

/** How much more a number is than another one, as a share; undefined if that says nothing. */
export const changeOf = (now: number | undefined, then: number | undefined): number | undefined =>
  now === undefined || then === undefined || then === 0 ? undefined : now / then - 1;
