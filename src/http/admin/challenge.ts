import { LONGEST_AGE } from '../../accounts/recent-proof.ts';

/** RFC 9470 3: the client has its user prove again who they are, at most `max_age` seconds ago. */
const STEP_UP = `Bearer error="insufficient_user_authentication", error_description="a more recent sign-in is needed", max_age="${LONGEST_AGE}"`;

/** WWW-Authenticate of a refusal because the last proof of who the caller is is too old; undefined for other refusals. */
export const stepUpChallenge = (reason: string): string | undefined =>
  reason === 'SIGN_IN_TOO_OLD' ? STEP_UP : undefined;
