import { type Bounds, boundsOf, type Estimate, type Sequence } from './confidence-sequence.ts';
import type { Arms } from './slot-sums.ts';
import { type Means, meansOf } from './variances.ts';

/** A difference below this share of the control's revenue per user counts as no difference. */
const EQUIVALENT_WITHIN = 0.02;

/** A standard error below this share of the means is a rounding error: all slots earn the same per user. */
const ROUNDING = 1e-12;

export function differenceOf({ control, treatment }: Means): Estimate {
  return {
    value: treatment.mean - control.mean,
    standardError: Math.sqrt(control.variance + treatment.variance),
  };
}

/** The difference as a share of the control's mean, by the delta method. */
export function liftOf({ control, treatment }: Means): Estimate {
  const ratio = treatment.mean / control.mean;
  const variance = (treatment.variance + ratio ** 2 * control.variance) / control.mean ** 2;
  return { value: ratio - 1, standardError: Math.sqrt(variance) };
}

/** The estimate with the larger standard error. */
export const widest = (estimates: readonly Estimate[]) =>
  estimates.reduce((one, other) => (other.standardError > one.standardError ? other : one));

interface Effect {
  /** Treatment minus control, in micros per user. */
  readonly difference: Estimate;
  /** The difference as a share of the control's revenue; absent while the control earns nothing. */
  readonly lift?: Estimate;
}

/**
 * Uses the larger of two variances. Welch's is too small if a small arm has no big spender; the pooled
 * variance is too small if the variances of the arms differ. Undefined if the data are too few to estimate
 * the variance.
 */
export function effectOf(arms: Arms): Effect | undefined {
  const means = meansOf(arms);
  const [either] = means;
  if (!either) return undefined;
  const difference = widest(means.map(differenceOf));
  if (difference.standardError <= ROUNDING * (either.control.mean + either.treatment.mean)) return undefined;
  return { difference, ...(arms.control.revenueMicros > 0n && { lift: widest(means.map(liftOf)) }) };
}

export interface Interval extends Bounds {
  readonly value: number;
}

const intervalOf = (estimate: Estimate, users: number, sequence: Sequence): Interval => ({
  value: estimate.value,
  ...boundsOf(estimate, users, sequence),
});

export interface Intervals {
  /** Treatment minus control, in micros per user. */
  readonly difference: Interval;
  /** The difference as a share of the control; absent while the control earns nothing. */
  readonly lift?: Interval;
}

export const intervalsOf = ({ difference, lift }: Effect, users: number, sequence: Sequence): Intervals => ({
  difference: intervalOf(difference, users, sequence),
  ...(lift && { lift: intervalOf(lift, users, sequence) }),
});

export function isEquivalent({ lower, upper }: Bounds, controlMean: number): boolean {
  const most = EQUIVALENT_WITHIN * controlMean;
  return -most <= lower && upper <= most;
}
