import type { Series } from './measure.ts';
import type { Comparison, Row } from './report.ts';

/** The same work, measured on stores that differ in one size. */
export interface Grown {
  /** Text before the name of the work in the report. */
  readonly heading: string;
  /** The kind of rows that the sizes count. */
  readonly of: string;
  /** Sizes in ascending order. */
  readonly sizes: readonly number[];
  readonly costs: readonly GrownCost[];
}

interface GrownCost {
  readonly name: string;
  /** One series for each size. */
  readonly bySize: readonly Series[];
  /** Minimum speed on the largest store, relative to the smallest store. */
  readonly atLeast: number;
}

/** The goal for any store size: the cost of a page or a resource may grow by at most one half. */
export const ANY_SIZE = 0.67;

const count = (size: number) => size.toLocaleString('en').replaceAll(',', ' ');

export const growthRows = ({ heading, sizes, costs }: Grown): readonly Row[] =>
  costs.flatMap(({ name, bySize }) =>
    sizes.map((size, index) => ({
      group: `${heading}: ${name}`,
      name: count(size),
      cost: bySize[index]!,
    })),
  );

function between({ of, sizes }: Grown, { name, bySize }: GrownCost, from: number) {
  return {
    name: `${name}, ${of} ${count(sizes.at(-1)!)} : ${count(sizes[from]!)}`,
    ours: bySize.at(-1)!,
    other: bySize[from]!,
  };
}

/**
 * Compares the largest store with the smallest and with the next smaller one. The second ratio shows the cost
 * of a store that no longer fits into memory.
 */
export const growthComparisons = (grown: Grown): readonly Comparison[] =>
  grown.costs.flatMap((cost) => {
    const before = grown.sizes.length - 2;
    const { atLeast } = cost;
    const whole = { ...between(grown, cost, 0), atLeast };
    return before > 0 && atLeast === ANY_SIZE ? [whole, between(grown, cost, before)] : [whole];
  });
