import { omit } from '../../conventions/omit.ts';
import { DAY } from '../../conventions/time.ts';
import type { Actor, Credential, CredentialEvent } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { CHANNELS, channelOf } from './channels.ts';
import { isLive, nextCredentialState } from './state-machine.ts';

interface CredentialChange {
  readonly event: CredentialEvent;
  readonly actor: Actor;
  readonly at: number;
  /** Members that the event sets in addition to the state. */
  readonly set?: Partial<Credential>;
  /** A reason code that the operator chose. */
  readonly reason?: string;
  /** Free text from the operator. */
  readonly note?: string;
}

type Dropped = 'userActionRequired' | 'deadlineAt' | 'proofOfProvisioningHash';

/** Members that an event removes. Absent members are omitted, never undefined. */
const ENDS: Partial<Record<CredentialEvent, readonly Dropped[]>> = {
  supersede: ['proofOfProvisioningHash'],
  clearAction: ['userActionRequired', 'deadlineAt'],
  revoke: ['userActionRequired', 'deadlineAt'],
  delete: ['userActionRequired', 'deadlineAt'],
};

/** Events after which no replay may return the MSOs of the credential. */
const ENDS_MSOS: ReadonlySet<CredentialEvent> = new Set(['supersede', 'revoke', 'delete']);

/** Events after which readers must refuse the credential's MSOs. */
const REVOKES_MSOS: ReadonlySet<CredentialEvent> = new Set(['revoke', 'delete']);

/** How long the device may present MSOs of the version before, if it does not fetch new ones (ARF 3.0.0, VCR_09). */
const SUPERSEDED_FOR = DAY;

/** Sets bits of status lists, now or later. */
async function revokeMsos(
  writer: IssuerWriter,
  credential: Credential,
  event: CredentialEvent,
  now: number,
): Promise<void> {
  const { credentialId, versionId } = credential;
  if (REVOKES_MSOS.has(event)) await writer.revokeStatusEntries(credentialId, now);
  if (event !== 'supersede' || !CHANNELS[channelOf(credential)].hearsOfChanges) return;
  await writer.supersedeStatusEntries({ credentialId, versionId, now, dueAt: now + SUPERSEDED_FOR });
}

/**
 * Applies an event; credentials change in no other way. @throws IssuerError `invalidState` if the event is
 * not allowed in the current state
 */
export async function changeCredential(
  writer: IssuerWriter,
  credential: Credential,
  { event, actor, at, set = {}, reason, note }: CredentialChange,
): Promise<Credential> {
  const state = nextCredentialState(credential.state, event);
  const changed = { ...omit(credential, ...(ENDS[event] ?? [])), ...set, state, updatedAt: at };
  await writer.updateCredential(changed);
  if (ENDS_MSOS.has(event) && isLive(credential.state)) await writer.dropMsos(credential.credentialId);
  if (isLive(credential.state)) await revokeMsos(writer, credential, event, at);
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
