import type { Reason } from './index.ts';

const REASONS: readonly Reason[] = ['SIGN_IN_TOO_OLD', 'SESSION_MISSING', 'SESSION_ENDED'];

/**
 * Whether the answer only asks the person to sign in again. A console does so and sends the request again; a command prints what
 * to do. Lists and counts of refusals leave it out.
 */
export const asksToSignIn = (outcome: string): boolean => REASONS.some((reason) => reason === outcome);
