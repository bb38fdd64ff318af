import type { Dimension } from './dimensions.ts';
import type { Metric, MetricValue } from './metrics.ts';
import type { SortCondition } from './spec.ts';

/** Dimension values in their stored form, except those of time; metrics in the order of the spec. */
export interface Row {
  readonly dimensions: readonly string[];
  readonly metrics: readonly (MetricValue | undefined)[];
}

type Key = string | bigint | number | undefined;

/** A row with its sort keys. */
export interface Keyed extends Row {
  readonly keys: readonly Key[];
}

function sizeOf(value: MetricValue | undefined): Key {
  if (!value) return undefined;
  if ('integerValue' in value) return Number(value.integerValue);
  return 'microsValue' in value ? BigInt(value.microsValue) : value.doubleValue;
}

/** A metric without a value sorts before all others. */
function compare(one: Key, other: Key): number {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  return one < other ? -1 : Number(one > other);
}

export interface RowOrder {
  readonly keyed: (row: Row) => Keyed;
  readonly compare: (one: Keyed, other: Keyed) => number;
}

/**
 * Earlier conditions have priority. Rows that are equal in all of them are sorted by their dimension values.
 */
export function orderOf(
  conditions: readonly SortCondition[],
  dimensions: readonly Dimension[],
  metrics: readonly Metric[],
): RowOrder {
  const keyOf = conditions.map(({ dimension, metric }) => {
    const index = dimension === undefined ? metrics.indexOf(metric!) : dimensions.indexOf(dimension);
    return (row: Row): Key => (dimension === undefined ? sizeOf(row.metrics[index]) : row.dimensions[index]);
  });
  const signs = conditions.map(({ order }) => (order === 'DESCENDING' ? -1 : 1));
  return {
    keyed: (row) => ({ ...row, keys: keyOf.map((of) => of(row)) }),
    compare(one, other) {
      for (const [index, sign] of signs.entries()) {
        const compared = sign * compare(one.keys[index], other.keys[index]);
        if (compared !== 0) return compared;
      }
      for (const [index, value] of one.dimensions.entries()) {
        const compared = compare(value, other.dimensions[index]);
        if (compared !== 0) return compared;
      }
      return 0;
    },
  };
}
