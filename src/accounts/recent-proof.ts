import { StatusError } from '../conventions/status.ts';
import { MINUTE, SECOND } from '../conventions/time.ts';

/** How long actions with `stepUp` are allowed after a person proved who they are, to this server or to the own organisation. */
const RECENT_FOR = 15 * MINUTE;

/** In seconds, the unit of OAuth. */
export const LONGEST_AGE = RECENT_FOR / SECOND;

/** When a person proved who they are, in milliseconds; `at` is absent if the provider of the organisation does not say it. */
export interface Proof {
  readonly at?: number;
}

/** @throws StatusError SIGN_IN_TOO_OLD if an action with `stepUp` needs a newer proof of who the person is */
export function requireRecentProof({ at }: Proof, now: number): void {
  if (at === undefined) {
    const text =
      "this action needs a sign-in of the last 15 minutes, and your organisation's provider does not say when you signed in; use another account for it";
    throw new StatusError('SIGN_IN_TOO_OLD', text);
  }
  if (now < at + RECENT_FOR) return;
  const text = 'this action needs a sign-in of the last 15 minutes; sign in again with diptych login';
  throw new StatusError('SIGN_IN_TOO_OLD', text);
}
