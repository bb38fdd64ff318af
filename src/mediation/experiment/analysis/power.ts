import { critical, type Sequence } from './confidence-sequence.ts';

/** Quantile of the normal distribution for a power of 80 %: 80 of 100 experiments detect the effect. */
const POWER_80 = 0.8416212335729143;
const MOST_USERS = 1e12;

/** The standard error of the difference, times the square root of the number of users in both arms. */
type SpreadPerUser = number;

/** The smallest difference that one look at `users` users detects with a power of 80 %. */
export function detectableEffect(users: number, spread: SpreadPerUser, sequence: Sequence): number {
  return ((critical(users, sequence) + POWER_80) * spread) / Math.sqrt(users);
}

/**
 * The smallest number of users in both arms that detects `effect` with a power of 80 %; undefined above
 * 10^12.
 */
export function neededUsers(effect: number, spread: SpreadPerUser, sequence: Sequence): number | undefined {
  const seen = (users: number) => detectableEffect(users, spread, sequence) <= effect;
  if (!seen(MOST_USERS)) return undefined;
  let [unseen, enough] = [0, MOST_USERS];
  while (enough - unseen > 1) {
    const middle = Math.floor((unseen + enough) / 2);
    if (seen(middle)) enough = middle;
    else unseen = middle;
  }
  return enough;
}
