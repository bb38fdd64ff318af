import type { Reason } from './index.ts';

/** Reasons that ask a person to sign in. A console does so by itself, and sends the request again. */
const ASK_TO_SIGN_IN: readonly Reason[] = ['SIGN_IN_TOO_OLD', 'SESSION_MISSING', 'SESSION_ENDED'];

/** Whether a request with this outcome was refused; one that is answered by a sign-in is not. */
export const isRefusal = (outcome: string): boolean =>
  outcome !== 'ok' && !ASK_TO_SIGN_IN.some((reason) => reason === outcome);
