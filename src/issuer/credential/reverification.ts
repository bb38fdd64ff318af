import type { UserActionRequired } from '../contract/index.ts';
import type { Credential, ProofingState } from '../model/index.ts';

type Outcome =
  | { readonly event: 'clearAction' | 'revoke' }
  | { readonly event: 'failAttempt'; readonly set: Partial<Credential> };

/** One attempt less; none left is enforced when the hint says so. */
function afterFailedAttempt(action: UserActionRequired): Outcome | undefined {
  const limited = action.submitProofing?.limitedAttempts;
  if (!limited) return undefined;
  const remainingAttempts = Math.max(0, (limited.remainingAttempts ?? 0) - 1);
  if (remainingAttempts === 0 && limited.maxAttemptsEnforcementHint?.revocationHint)
    return { event: 'revoke' };
  const submitProofing = { limitedAttempts: { ...limited, remainingAttempts } };
  return { event: 'failAttempt', set: { userActionRequired: { ...action, submitProofing } } };
}

/** What a decided reverification does to the required action: accepted resolves it, rejected costs an attempt. */
export function reverificationOutcome(action: UserActionRequired, state: ProofingState): Outcome | undefined {
  if (state === 'accepted') return { event: 'clearAction' };
  return state === 'rejected' ? afterFailedAttempt(action) : undefined;
}
