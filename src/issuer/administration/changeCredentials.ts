import { StatusError } from '../../conventions/status.ts';
import type { UserActionRequired } from '../contract/index.ts';
import { changeCredential } from '../credential/change.ts';
import { settleCredential } from '../credential/settle.ts';
import type { CredentialEvent } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import type { Actor, Credential } from '../ports/entities.ts';
import { retryOnConflict } from '../retry.ts';
import type { CredentialView } from './contract.ts';
import { credentialById, withPreconditions } from './found.ts';
import type { AdminOperation } from './operation.ts';
import { credentialView } from './views.ts';

type Deps = Pick<IssuerDeps, 'store' | 'clock'>;

interface Change {
  readonly event: CredentialEvent;
  readonly set?: Partial<Credential>;
}

async function apply(
  { store, clock }: Deps,
  id: string,
  change: Change,
  actor: Actor,
): Promise<CredentialView> {
  const at = clock();
  const write = () =>
    store.write(async (writer) => {
      const credential = await settleCredential(writer, await credentialById(writer, id), at);
      return changeCredential(writer, credential, { ...change, actor, at });
    });
  return credentialView(await withPreconditions(() => retryOnConflict(write)));
}

function deadlineOf({ deadlineTimeMillis }: UserActionRequired, now: number): number {
  const deadlineAt = Number(deadlineTimeMillis);
  if (Number.isSafeInteger(deadlineAt) && deadlineAt > now) return deadlineAt;
  const field = 'action.deadlineTimeMillis';
  const description = 'must be milliseconds since the epoch, in the future';
  throw new StatusError('INVALID_ARGUMENT', 'ACTION_INVALID', `${field} ${description}`, [
    { field, description },
  ]);
}

export const revokeCredential: AdminOperation<'revokeCredential', 'store' | 'clock'> =
  (deps) =>
  ({ id }, actor) =>
    apply(deps, id, { event: 'revoke' }, actor);

export const requireAction: AdminOperation<'requireAction', 'store' | 'clock'> =
  (deps) =>
  async ({ id, action }, actor) => {
    const deadlineAt = deadlineOf(action, deps.clock());
    return apply(
      deps,
      id,
      { event: 'requireAction', set: { userActionRequired: action, deadlineAt } },
      actor,
    );
  };

export const clearAction: AdminOperation<'clearAction', 'store' | 'clock'> =
  (deps) =>
  ({ id }, actor) =>
    apply(deps, id, { event: 'clearAction' }, actor);
