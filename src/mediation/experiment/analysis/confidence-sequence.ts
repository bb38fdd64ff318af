/** Fixed when the experiment starts. The sequence is narrowest at `nStar` users. */
export interface Sequence {
  readonly nStar: number;
  readonly alpha: number;
}

export const DEFAULT_SEQUENCE: Sequence = { nStar: 20_000, alpha: 0.05 };

export interface Estimate {
  readonly value: number;
  /** The standard error of `value`; positive. */
  readonly standardError: number;
}

export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** rho², which makes the sequence narrowest at `nStar` users. */
export function mixing({ nStar, alpha }: Sequence): number {
  const doubled = -2 * Math.log(alpha);
  return (doubled + Math.log(doubled + 1)) / nStar;
}

/**
 * Half the width in standard errors, at `users` users in both arms. The sequence covers the difference at all
 * looks together (asymptotic confidence sequences, Waudby-Smith and others, arXiv 2103.06476).
 */
export function critical(users: number, sequence: Sequence): number {
  const information = users * mixing(sequence);
  const growth = Math.log(Math.sqrt(information + 1) / sequence.alpha);
  return Math.sqrt(((2 * (information + 1)) / information) * growth);
}

export function boundsOf({ value, standardError }: Estimate, users: number, sequence: Sequence): Bounds {
  const half = critical(users, sequence) * standardError;
  return { lower: value - half, upper: value + half };
}

/** Below alpha exactly if the bounds exclude zero. The smallest value of all looks is used. */
export function pValue({ value, standardError }: Estimate, users: number, sequence: Sequence): number {
  const information = users * mixing(sequence);
  const z = value / standardError;
  const evidence = Math.exp((information * z * z) / (2 * (information + 1))) / Math.sqrt(information + 1);
  return Math.min(1, 1 / evidence);
}
