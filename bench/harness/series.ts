import type { Cost, Series } from './measure.ts';

export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function summary(values: readonly number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  const median = sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

export type Clock = keyof Cost;

export const summaryOf = (series: Series, clock: Clock): Summary =>
  summary(series.map((cost) => cost[clock]));

/** Adds several series round by round: the cost of doing the work of all of them in sequence. */
export function total(...parts: readonly Series[]): Series {
  return parts[0]!.map((_, round) => ({
    cpu: parts.reduce((sum, part) => sum + part[round]!.cpu, 0),
    wall: parts.reduce((sum, part) => sum + part[round]!.wall, 0),
  }));
}

/** The series with the lowest median CPU time. */
export const cheapest = (...forms: readonly Series[]): Series =>
  forms.reduce((best, form) => (summaryOf(form, 'cpu').median < summaryOf(best, 'cpu').median ? form : best));

/**
 * How many times faster `ours` is than `other`. Compared within each round, because the speed of the machine
 * changes over time.
 */
export const ratio = (ours: Series, other: Series, clock: Clock): Summary =>
  summary(ours.map((cost, round) => other[round]![clock] / cost[clock]));
