import { retryOnConflict } from '../../conventions/conflict.ts';
import { StatusError } from '../../conventions/status.ts';
import type { UserActionRequired } from '../../issuer/contract/index.ts';
import { changeCredential } from '../../issuer/credential/change.ts';
import { settleCredential } from '../../issuer/credential/current-credential.ts';
import type { IssuerDeps } from '../../issuer/deps.ts';
import type { Actor, Credential, CredentialEvent } from '../../issuer/model/index.ts';
import { toldInWords } from '../../issuer/refused-event.ts';
import { credentialById } from '../found.ts';
import type { CredentialView } from '../issuer-contract.ts';
import type { AdminOperation } from '../operation.ts';
import { credentialView } from '../views.ts';

type Deps = Pick<IssuerDeps, 'store' | 'clock'>;

interface Change {
  readonly event: CredentialEvent;
  readonly set?: Partial<Credential>;
  readonly reason?: string;
  readonly note?: string | undefined;
}

async function apply(
  { store, clock }: Deps,
  id: string,
  { note, ...change }: Change,
  actor: Actor,
): Promise<CredentialView> {
  const at = clock();
  const write = () =>
    store.write(async (writer) => {
      const credential = await settleCredential(writer, await credentialById(writer, id), at);
      return toldInWords(writer, { subject: 'credential', subjectId: id, at }, () =>
        changeCredential(writer, credential, { ...change, ...(note !== undefined && { note }), actor, at }),
      );
    });
  return credentialView(await retryOnConflict(write));
}

function refuseAction(field: string, description: string): never {
  const text = `${field} ${description}`;
  throw new StatusError('INVALID_ARGUMENT', 'ACTION_INVALID', text, [{ field, description }]);
}

function deadlineOf({ deadlineTimeMillis }: UserActionRequired, now: number): number {
  const deadlineAt = Number(deadlineTimeMillis);
  if (Number.isSafeInteger(deadlineAt) && deadlineAt > now) return deadlineAt;
  return refuseAction('action.deadlineTimeMillis', 'must be milliseconds since the epoch, in the future');
}

/** The action as it is kept: attempts are counted down from the most that there are. */
function checkedAction(action: UserActionRequired): UserActionRequired {
  const { limitedAttempts, unlimitedAttempts } = action.submitProofing ?? {};
  if (limitedAttempts && unlimitedAttempts) {
    refuseAction('action.submitProofing', 'has both limitedAttempts and unlimitedAttempts');
  }
  if (!limitedAttempts) return action;
  const field = 'action.submitProofing.limitedAttempts';
  const maxAttempts = limitedAttempts.maxAttempts ?? limitedAttempts.remainingAttempts;
  const remainingAttempts = limitedAttempts.remainingAttempts ?? maxAttempts;
  if (maxAttempts === undefined || remainingAttempts === undefined || maxAttempts < 1) {
    return refuseAction(field, 'needs maxAttempts, 1 or more');
  }
  if (remainingAttempts < 1 || remainingAttempts > maxAttempts) {
    return refuseAction(field, 'needs remainingAttempts between 1 and maxAttempts');
  }
  return {
    ...action,
    submitProofing: { limitedAttempts: { ...limitedAttempts, maxAttempts, remainingAttempts } },
  };
}

export const revokeCredential: AdminOperation<'revokeCredential', 'store' | 'clock'> =
  (deps) =>
  ({ id, reason = 'unspecified', note }, actor) =>
    apply(deps, id, { event: 'revoke', reason, note }, actor);

export const requireAction: AdminOperation<'requireAction', 'store' | 'clock'> =
  (deps) =>
  async ({ id, action, note }, actor) => {
    const deadlineAt = deadlineOf(action, deps.clock());
    return apply(
      deps,
      id,
      { event: 'requireAction', set: { userActionRequired: checkedAction(action), deadlineAt }, note },
      actor,
    );
  };

export const clearAction: AdminOperation<'clearAction', 'store' | 'clock'> =
  (deps) =>
  ({ id, note }, actor) =>
    apply(deps, id, { event: 'clearAction', note }, actor);
