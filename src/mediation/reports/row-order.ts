import type { Sums } from './metric-sums.ts';
import type { Metric, MetricNumber } from './metric-values.ts';
import type { Dimension } from './report-dimensions.ts';
import type { SortCondition } from './report-spec.ts';

/** What sorts a row. */
export interface Sortable {
  /** The value at a place in the dimensions of the rows: in its stored form, unless it is a time. */
  dimension(index: number): string;
  /** The value of a metric, by its place among those that sort. */
  metric(index: number): MetricNumber;
}

/** A row of a report. It keeps sums: values of metrics would be more objects, and are printed once. */
export class Row implements Sortable {
  readonly dimensions: readonly string[];
  readonly sums: Sums;
  readonly #metrics: readonly MetricNumber[];

  /** `metrics` are those that sort. */
  constructor(dimensions: readonly string[], sums: Sums, metrics: readonly MetricNumber[]) {
    this.dimensions = dimensions;
    this.sums = sums;
    this.#metrics = metrics;
  }

  dimension(index: number): string {
    return this.dimensions[index]!;
  }

  metric(index: number): MetricNumber {
    return this.#metrics[index];
  }
}

/** The metrics that sort, in the order of their conditions. */
export const sortingMetrics = (conditions: readonly SortCondition[]): readonly Metric[] =>
  conditions.flatMap(({ metric }) => metric ?? []);

/** A metric without a value sorts before all others. */
function compare(one: string | MetricNumber, other: string | MetricNumber): number {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  return one < other ? -1 : Number(one > other);
}

type RowOrder = (one: Sortable, other: Sortable) => number;

/**
 * Earlier conditions have priority. Rows that are equal in all of them are sorted by their dimension values.
 */
export function orderOf(conditions: readonly SortCondition[], dimensions: readonly Dimension[]): RowOrder {
  const byDimension =
    (index: number): RowOrder =>
    (one, other) =>
      compare(one.dimension(index), other.dimension(index));
  const byMetric =
    (index: number): RowOrder =>
    (one, other) =>
      compare(one.metric(index), other.metric(index));
  const sorting = sortingMetrics(conditions);
  const asked = conditions.map(({ dimension, metric, order }) => {
    const by =
      dimension === undefined
        ? byMetric(sorting.indexOf(metric!))
        : byDimension(dimensions.indexOf(dimension));
    const turned: RowOrder = (one, other) => -by(one, other);
    return order === 'DESCENDING' ? turned : by;
  });
  const all = [...asked, ...dimensions.map((_, index) => byDimension(index))];
  return (one, other) => {
    for (const by of all) {
      const compared = by(one, other);
      if (compared !== 0) return compared;
    }
    return 0;
  };
}
