import type { Series } from './measure.ts';
import type { Comparison, Row } from './report.ts';

/** The same work on stores that differ in one of their sizes. */
export interface Grown {
  /** Before the name of the work. */
  readonly heading: string;
  /** What the sizes count. */
  readonly of: string;
  /** Ascending. */
  readonly sizes: readonly number[];
  readonly costs: readonly GrownCost[];
}

interface GrownCost {
  readonly name: string;
  /** One series for each size. */
  readonly bySize: readonly Series[];
  /** How fast it is on the largest store beside the smallest. */
  readonly atLeast: number;
}

/** The store may grow as it will: what a page or one thing costs grows by half at most. */
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

/** The largest store beside the smallest, and beside the one before: one larger than memory keeps beside another. */
export const growthComparisons = (grown: Grown): readonly Comparison[] =>
  grown.costs.flatMap((cost) => {
    const before = grown.sizes.length - 2;
    const { atLeast } = cost;
    const whole = { ...between(grown, cost, 0), atLeast };
    return before > 0 && atLeast === ANY_SIZE ? [whole, between(grown, cost, before)] : [whole];
  });
