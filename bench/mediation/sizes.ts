import type { PanelSide } from './panel-sides.ts';
import { PAGE } from './sample.ts';
import type { Contents } from './store.ts';

/** Lines of a group, where they are not what is measured. */
export const LINES = 5;

/** Groups of a store, where they are not what is measured. */
export const FEW_GROUPS = 100;

/** Experiments of the first group. */
export const EXPERIMENTS = 5;

/** Stores that differ in one of their sizes, and what is measured on them. */
export interface Growth {
  readonly of: keyof Contents;
  /** Ascending. */
  readonly sizes: readonly Contents[];
  readonly operations: readonly PanelSide[];
}

const growth = (groups: readonly number[], lines: readonly number[]): readonly Growth[] => [
  {
    of: 'groups',
    sizes: groups.map((count) => ({ groups: count, lines: LINES })),
    operations: ['list', 'few', 'many', 'none', 'get', 'patch'],
  },
  {
    of: 'lines',
    sizes: lines.map((count) => ({ groups: FEW_GROUPS, lines: count })),
    operations: ['list', 'get', 'patch'],
  },
];

/** The smallest store fills one page, so that the answers are of one size. */
const WHOLE = growth([PAGE, 100, 1000, 10_000, 100_000], [1, 10, 50, 150]);
/** One round says nothing of speed. */
const TRIAL = growth([PAGE, 100], [1, 10]);

export const growthOf = (rounds: number): readonly Growth[] => (rounds > 1 ? WHOLE : TRIAL);
