import type { Series } from '../harness/measure.ts';
import type { Comparison, Row } from '../harness/report.ts';
import type { PanelSide } from './panel-sides.ts';
import { PAGE } from './sample.ts';
import type { Contents } from './store.ts';

const NAMES: Readonly<Record<PanelSide, string>> = {
  list: `list of ${PAGE} groups, all over the store`,
  few: `list by a filter of ${PAGE} groups`,
  many: 'list by a filter of all groups',
  none: 'list by two conditions, each of half the groups, both of none',
  get: 'get of a group, all over the store',
  patch: 'patch of a line, all over the store',
};

const GROWS: Readonly<Record<keyof Contents, string>> = {
  groups: 'groups in the store',
  lines: 'lines of each group',
};

/** Operations over stores that differ in one of their sizes. */
export interface Grown {
  readonly of: keyof Contents;
  /** Ascending. */
  readonly sizes: readonly number[];
  /** One series for each size. */
  readonly costs: readonly { readonly operation: PanelSide; readonly bySize: readonly Series[] }[];
}

const count = (size: number) => size.toLocaleString('en').replaceAll(',', ' ');

export const growthRows = ({ of, sizes, costs }: Grown): readonly Row[] =>
  costs.flatMap(({ operation, bySize }) =>
    sizes.map((size, index) => ({
      group: `without HTTP, by ${GROWS[of]}: ${NAMES[operation]}`,
      name: count(size),
      cost: bySize[index]!,
    })),
  );

/** The store may grow as it will: what a page costs grows by half at most. */
const PAGE_BOUND = 0.67;

function between({ of, sizes }: Grown, operation: PanelSide, bySize: readonly Series[], from: number) {
  const name = `${NAMES[operation]}, ${of} ${count(sizes.at(-1)!)} : ${count(sizes[from]!)}`;
  return { name, ours: bySize.at(-1)!, other: bySize[from]! };
}

/** Each line is shown, so that lines may cost in proportion. */
const goalOf = ({ of, sizes }: Grown): number =>
  of === 'groups' ? PAGE_BOUND : Number((sizes[0]! / sizes.at(-1)!).toPrecision(2));

/** The largest store beside the smallest, and beside the one before: one larger than memory keeps beside another. */
export const growthComparisons = (grown: Grown): readonly Comparison[] =>
  grown.costs.flatMap(({ operation, bySize }) => {
    const before = grown.sizes.length - 2;
    const whole = { ...between(grown, operation, bySize, 0), atLeast: goalOf(grown) };
    return before > 0 && grown.of === 'groups' ? [whole, between(grown, operation, bySize, before)] : [whole];
  });
