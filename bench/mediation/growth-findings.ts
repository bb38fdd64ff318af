import { ANY_SIZE, type Grown } from '../harness/growth.ts';
import type { Series } from '../harness/measure.ts';
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

/** The answer contains every line, so the cost may grow in proportion to the number of lines. */
const goalOf = (of: keyof Contents, sizes: readonly number[]): number =>
  of === 'groups' ? ANY_SIZE : Number((sizes[0]! / sizes.at(-1)!).toPrecision(2));

/** Operations on stores that differ in one size, with one series for each size. */
export const grownOf = (
  of: keyof Contents,
  sizes: readonly number[],
  costs: readonly { readonly operation: PanelSide; readonly bySize: readonly Series[] }[],
): Grown => ({
  heading: `without HTTP, by ${GROWS[of]}`,
  of,
  sizes,
  costs: costs.map(({ operation, bySize }) => ({
    name: NAMES[operation],
    bySize,
    atLeast: goalOf(of, sizes),
  })),
});
