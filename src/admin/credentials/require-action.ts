import { StatusError } from '../../conventions/status.ts';
import type { UserActionRequired } from '../../issuer/contract/index.ts';
import { CREDENTIAL_METHODS } from '../contract/credentials/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { changeById } from './credential.ts';

function refuseAction(field: string, description: string): never {
  const text = `${field} ${description}`;
  throw new StatusError('ACTION_INVALID', text, [{ field, description }]);
}

function deadlineOf({ deadlineTimeMillis }: UserActionRequired, now: number): number {
  const deadlineAt = Number(deadlineTimeMillis);
  if (Number.isSafeInteger(deadlineAt) && deadlineAt > now) return deadlineAt;
  return refuseAction('action.deadlineTimeMillis', 'must be milliseconds since the epoch, in the future');
}

/** Checks the action and sets its remaining attempts to `maxAttempts`. */
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

export const requireAction = operation(CREDENTIAL_METHODS.requireAction, {
  needs: issuer,
  async run(deps, { id, action, note }, actor) {
    const deadlineAt = deadlineOf(action, deps.clock());
    return changeById(
      deps,
      id,
      { event: 'requireAction', set: { userActionRequired: checkedAction(action), deadlineAt }, note },
      actor,
    );
  },
});
