import { isOfDevice, type RegisteredDevice } from '../device/registered-device.ts';
import { IssuerError } from '../errors.ts';
import type { Credential } from '../model/index.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { changeCredential } from './change-credential.ts';
import { isLive, nextCredentialState } from './state-machine.ts';

/**
 * @throws IssuerError `invalidIdentifier`, with the same message for an unknown id and for an id of another
 * device
 */
export async function credentialOf(
  reader: IssuerReader,
  deviceReferenceId: string,
  credentialId: string,
): Promise<Credential> {
  const credential = await reader.credential(credentialId);
  if (credential?.deviceReferenceId !== deviceReferenceId) {
    throw new IssuerError('invalidIdentifier', 'credentialId is unknown for this deviceReferenceId');
  }
  return credential;
}

/**
 * A live credential belongs to the registered key, because a device with a live credential cannot replace its
 * key. It is checked here again, because all responses are encrypted for that key. @throws IssuerError
 * `invalidIdentifier`
 */
export function requireOfDevice(credential: Credential, device: RegisteredDevice): void {
  if (isOfDevice(credential, device)) return;
  throw new IssuerError('invalidIdentifier', 'credentialId is of another identity key of this device');
}

/** The credential at `now`. It is revoked if the deadline of a required action has passed. */
export function credentialAt(credential: Credential, now: number): Credential {
  if (credential.deadlineAt === undefined || credential.deadlineAt > now) return credential;
  const { deadlineAt, userActionRequired, ...rest } = credential;
  return { ...rest, state: nextCredentialState(credential.state, 'revoke') };
}

/** Stores the effect of a passed deadline before any other change of the credential. */
export async function applyCredentialDeadline(
  writer: IssuerWriter,
  credential: Credential,
  now: number,
): Promise<Credential> {
  const settled = credentialAt(credential, now);
  if (settled === credential) return credential;
  return changeCredential(writer, credential, { event: 'revoke', actor: { kind: 'deadline' }, at: now });
}

/** Whether the device has a live credential at `now`. */
export async function hasLiveCredential(
  reader: IssuerReader,
  deviceReferenceId: string,
  now: number,
): Promise<boolean> {
  const credential = await reader.liveCredentialOf(deviceReferenceId);
  return credential !== undefined && isLive(credentialAt(credential, now).state);
}

/** Like `hasLiveCredential`, within a write. First stores the effect of a passed deadline. */
export async function applyLiveCredentialDeadline(
  writer: IssuerWriter,
  deviceReferenceId: string,
  now: number,
): Promise<boolean> {
  const credential = await writer.liveCredentialOf(deviceReferenceId);
  return credential !== undefined && isLive((await applyCredentialDeadline(writer, credential, now)).state);
}

/** Stores the effects of passed deadlines, and then returns the holder's credentials that are still live. */
export async function credentialsAfterDeadlines(
  writer: IssuerWriter,
  holderId: string,
  now: number,
): Promise<readonly Credential[]> {
  const settled: Credential[] = [];
  for (const stored of await writer.liveCredentialsOfHolder(holderId)) {
    const credential = await applyCredentialDeadline(writer, stored, now);
    if (isLive(credential.state)) settled.push(credential);
  }
  return settled;
}
