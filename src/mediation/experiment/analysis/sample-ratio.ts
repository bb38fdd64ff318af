import { erfc, lnGamma } from './special-functions.ts';

/** Weight of the expected shares against the data. A larger weight detects smaller deviations, but later. */
export const CONCENTRATION = 10_000;

/**
 * Raises the alarm if the data are a thousand times likelier under other shares than under the expected ones.
 */
export const ALARM_ABOVE = Math.log(1000);

/** For each arm, the users who entered and the expected share of users. */
export interface SampleRatio {
  readonly observed: readonly number[];
  readonly expected: readonly number[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

const lnBeta = (of: readonly number[]) => sum(of.map(lnGamma)) - lnGamma(sum(of));

/**
 * Pearson's statistic and its probability with one degree of freedom. For display only, because daily looks
 * inflate it.
 */
export function chiSquare({ observed, expected }: SampleRatio): { chiSquare: number; p: number } {
  const all = sum(observed);
  if (all === 0) return { chiSquare: 0, p: 1 };
  const parts = observed.map((count, arm) => (count - all * expected[arm]!) ** 2 / (all * expected[arm]!));
  const statistic = sum(parts);
  return { chiSquare: statistic, p: erfc(Math.sqrt(statistic / 2)) };
}

/**
 * ln of the Bayes factor of other shares against the expected ones, with a Dirichlet prior around the
 * expected shares (Lindon and Malek, Anytime-Valid Inference for Multinomial Count Data, 2022). Valid at
 * every look.
 */
export function lnBayesFactor({ observed, expected }: SampleRatio): number {
  const prior = expected.map((share) => CONCENTRATION * share);
  const posterior = prior.map((weight, arm) => weight + observed[arm]!);
  const underExpected = sum(observed.map((count, arm) => count * Math.log(expected[arm]!)));
  return lnBeta(posterior) - lnBeta(prior) - underExpected;
}
