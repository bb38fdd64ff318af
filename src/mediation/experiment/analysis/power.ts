import { critical, type Sequence } from './confidence-sequence.ts';

/** Quantile of the normal distribution: an effect of this size is seen in 80 of 100 experiments. */
const POWER_80 = 0.8416212335729143;
const MOST_USERS = 1e12;

/** The spread of the difference for one user: its standard error times the root of the users of both arms. */
export type SpreadPerUser = number;

/** The least difference that is seen with a power of 80 % at one look after `users` users. */
export function detectableEffect(users: number, spread: SpreadPerUser, sequence: Sequence): number {
  return ((critical(users, sequence) + POWER_80) * spread) / Math.sqrt(users);
}

/** The least number of users of both arms that show `effect` with a power of 80 %; undefined beyond 10^12. */
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
