import { RECENT_FOR } from '../../accounts/organisation/recent.ts';
import { StatusError } from '../../conventions/status.ts';
import type { Authenticated } from './caller.ts';

/** @throws StatusError SIGN_IN_TOO_OLD if a sign-in by an organisation is too old for a final action */
export function requireRecentSignIn({ signIn }: Authenticated, now: number): void {
  if (signIn === undefined) return;
  const { authenticatedAt } = signIn;
  if (authenticatedAt === undefined) {
    const text =
      "this action is final, and your organisation's provider does not say when you signed in; use another account for it";
    throw new StatusError('SIGN_IN_TOO_OLD', text);
  }
  if (now < authenticatedAt + RECENT_FOR) return;
  const text =
    'this action is final and needs a sign-in of the last 15 minutes; sign in again with diptych login';
  throw new StatusError('SIGN_IN_TOO_OLD', text);
}
