import type { UserActionRequired } from '../contract/index.ts';
import type { Actor, Credential, Proofing, ProofingState } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { changeCredential } from './change-credential.ts';
import { applyCredentialDeadline } from './current-credential.ts';
import { isLive } from './state-machine.ts';

type Outcome =
  | { readonly event: 'clearAction' | 'revoke' }
  | { readonly event: 'failAttempt'; readonly set: Partial<Credential> };

/** Uses up one attempt. After the last one, the credential is revoked if the policy says so. */
function afterFailedAttempt(action: UserActionRequired): Outcome | undefined {
  const limited = action.submitProofing?.limitedAttempts;
  if (!limited) return undefined;
  const remainingAttempts = Math.max(0, (limited.remainingAttempts ?? 0) - 1);
  if (remainingAttempts === 0 && limited.maxAttemptsEnforcementHint?.revocationHint)
    return { event: 'revoke' };
  const submitProofing = { limitedAttempts: { ...limited, remainingAttempts } };
  return { event: 'failAttempt', set: { userActionRequired: { ...action, submitProofing } } };
}

/** Effect of a decision on the required action: an acceptance resolves it, a rejection uses up an attempt. */
function reverificationOutcome(action: UserActionRequired, state: ProofingState): Outcome | undefined {
  if (state === 'accepted') return { event: 'clearAction' };
  return state === 'rejected' ? afterFailedAttempt(action) : undefined;
}

/** Applies the decision to the credential that the proofing reverifies. */
export async function applyToReverified(
  writer: IssuerWriter,
  { reverifiesCredentialId, state }: Pick<Proofing, 'reverifiesCredentialId' | 'state'>,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Promise<void> {
  if (reverifiesCredentialId === undefined) return;
  const stored = await writer.credential(reverifiesCredentialId);
  const credential = stored && (await applyCredentialDeadline(writer, stored, at));
  if (!credential?.userActionRequired || !isLive(credential.state)) return;
  const outcome = reverificationOutcome(credential.userActionRequired, state);
  if (outcome) await changeCredential(writer, credential, { ...outcome, actor, at });
}
