import type { Actor, Credential, CredentialEvent } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { isLive, nextCredentialState } from './state-machine.ts';

interface CredentialChange {
  readonly event: CredentialEvent;
  readonly actor: Actor;
  readonly at: number;
  /** Members that the event sets besides the state. */
  readonly set?: Partial<Credential>;
  /** A fixed code that the operator gave. */
  readonly reason?: string;
  /** The operator's own words. */
  readonly note?: string;
}

type Dropped = 'userActionRequired' | 'deadlineAt' | 'proofOfProvisioningHash';

/** Members that end with an event; a member that is absent is left out, never undefined. */
const ENDS: Partial<Record<CredentialEvent, readonly Dropped[]>> = {
  supersede: ['proofOfProvisioningHash'],
  clearAction: ['userActionRequired', 'deadlineAt'],
  revoke: ['userActionRequired', 'deadlineAt'],
  delete: ['userActionRequired', 'deadlineAt'],
};

/** Events after which the MSOs of the credential are worth nothing and cannot be replayed. */
const ENDS_MSOS: ReadonlySet<CredentialEvent> = new Set(['supersede', 'revoke', 'delete']);

function without(credential: Credential, members: readonly Dropped[]): Credential {
  const rest: { -readonly [Member in keyof Credential]: Credential[Member] } = { ...credential };
  for (const member of members) delete rest[member];
  return rest;
}

/**
 * Takes an event: the one way by which a credential changes.
 * @throws IssuerError `invalidState` when the state has no such event.
 */
export async function changeCredential(
  writer: IssuerWriter,
  credential: Credential,
  { event, actor, at, set = {}, reason, note }: CredentialChange,
): Promise<Credential> {
  const state = nextCredentialState(credential.state, event);
  const changed = { ...without(credential, ENDS[event] ?? []), ...set, state, updatedAt: at };
  await writer.updateCredential(changed);
  if (ENDS_MSOS.has(event) && isLive(credential.state)) await writer.dropMsos(credential.credentialId);
  await writer.record({
    subject: 'credential',
    subjectId: credential.credentialId,
    event,
    from: credential.state,
    to: state,
    actor,
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && { note }),
    at,
  });
  return { ...changed, revision: credential.revision + 1 };
}
