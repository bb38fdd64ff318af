import { numberFormat } from '../../../../../src/conventions/intl-formats.ts';

interface Day {
  readonly date: string;
  readonly created: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly waiting: number;
  readonly medianWaitSeconds?: number;
}

interface Outcome {
  readonly state: string;
  readonly cause?: string;
  readonly count: number;
}

export interface Bar {
  readonly state: string;
  readonly cause?: string;
  readonly count: number;
  /** Share of all proofings, from 0 to 1. */
  readonly share: number;
}

const ORDER = ['accepted', 'pending', 'challenged', 'rejected', 'canceled', 'expired', 'revoked'];

/** A bar for each state and cause, in the order of the states; within a state the most frequent cause first. */
export function barsOf(outcomes: readonly Outcome[]): readonly Bar[] {
  const all = sumOf(outcomes);
  return outcomes
    .filter(({ count }) => count > 0)
    .toSorted(
      (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || other.count - one.count,
    )
    .map((one) => ({ ...one, share: one.count / all }));
}

export const sumOf = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, { count }) => sum + count, 0);

export const countOf = (outcomes: readonly Outcome[], state: string): number =>
  outcomes.reduce((sum, one) => (one.state === state ? sum + one.count : sum), 0);

/** The median of the daily medians. Days have equal weight because the server gives only their medians. */
export function typicalWait(days: readonly Day[]): number | undefined {
  const waits = days.flatMap(({ medianWaitSeconds }) => medianWaitSeconds ?? []).toSorted((a, b) => a - b);
  return waits[Math.floor((waits.length - 1) / 2)];
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 hours`: rounded to one unit. */
export function durationText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? (['second', 1] as const);
  const value = Math.round(seconds / size);
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
