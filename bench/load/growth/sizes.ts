import type { Growth } from '../../mediation/sizes.ts';
import { LINES } from '../../mediation/sizes.ts';

/** Sizes of the stores in the growth benchmarks, ascending. */
export interface GrownSizes {
  readonly credentials: readonly number[];
  readonly groups: readonly number[];
}

const USUAL: GrownSizes = { credentials: [10_000, 100_000], groups: [1000, 10_000] };
const FULL: GrownSizes = {
  credentials: [10_000, 100_000, 1_000_000],
  groups: [1000, 10_000, 100_000],
};
/** A trial has one round and says nothing about speed. */
const TRIAL: GrownSizes = { credentials: [60, 120], groups: [20, 100] };

export function grownSizes(rounds: number, full: boolean): GrownSizes {
  if (full) return FULL;
  return rounds > 1 ? USUAL : TRIAL;
}

/** The growth measurement of the mediation benchmark, without filters. */
export const groupGrowth = ({ groups }: GrownSizes): Growth => ({
  of: 'groups',
  sizes: groups.map((count) => ({ groups: count, lines: LINES })),
  operations: ['list', 'get', 'patch'],
});
