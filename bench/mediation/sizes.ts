import type { PanelSide } from './panel-sides.ts';
import { PAGE } from './sample.ts';
import type { Contents } from './store.ts';

/** Number of lines of a group, if the benchmark does not vary it. */
export const LINES = 5;

/** Number of groups in a store, if the benchmark does not vary it. */
export const FEW_GROUPS = 100;

/** Number of experiments of the first group. */
export const EXPERIMENTS = 5;

/** Stores that differ in one size, and the operations that are measured on them. */
export interface Growth {
  readonly of: keyof Contents;
  /** Sizes in ascending order. */
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

/** Even the smallest store fills one page, so that all answers have the same size. */
const WHOLE = growth([PAGE, 100, 1000, 10_000, 100_000], [1, 10, 50, 150]);
/** A trial has one round and says nothing about speed. */
const TRIAL = growth([PAGE, 100], [1, 10]);

export const growthOf = (rounds: number): readonly Growth[] => (rounds > 1 ? WHOLE : TRIAL);
