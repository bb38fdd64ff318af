import { randomUUID } from 'node:crypto';
import { ConflictError, retryOnConflict } from '../../conventions/conflict.ts';
import type { RequestOf } from '../contract/index.ts';
import { credentialAt, requireOfDevice, settleLiveCredential } from '../credential/current-credential.ts';
import { nextCredentialState } from '../credential/state-machine.ts';
import {
  identityKeyHash,
  isOfDevice,
  isSameKey,
  type RegisteredDevice,
  registeredDevice,
} from '../device/registered-device.ts';
import { requireEncryptionKey, verifiedRecipient } from '../envelope/recipient.ts';
import { wrapValue } from '../envelope/seal.ts';
import { IssuerError } from '../errors.ts';
import type { Credential, Holder, Proofing } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { proofingAt, proofingOf } from '../proofing/current-proofing.ts';
import { maxWhenProvisioned } from '../proofing/devices.ts';
import { documentOf } from '../record/document.ts';
import { type Operation, walletActor } from './operation.ts';

type Request = RequestOf<'provisionCredential'>;

/** What the request names, as it is at `now`. */
interface Named {
  readonly device: RegisteredDevice;
  readonly proofing: Proofing;
  /** Absent when the id is new. */
  readonly credential?: Credential;
}

/** Of the device, and of the identity key that it has now (ruling 42). */
async function acceptedProofing(
  reader: IssuerReader,
  request: Request,
  device: RegisteredDevice,
  now: number,
): Promise<Proofing> {
  const found = await proofingOf(reader, request.deviceReferenceId, request.proofingId);
  const proofing = proofingAt(found, now);
  if (proofing.state === 'accepted' && isOfDevice(proofing, device)) return proofing;
  throw new IssuerError(
    'invalidIdentifier',
    'proofingId names no accepted proofing of this deviceReferenceId and its identity key',
  );
}

/**
 * The credential that the id names already, if any; under another device it is as unknown as none. Any accepted
 * proofing of the same device and holder serves for it (ruling 43).
 */
async function existingCredential(
  reader: IssuerReader,
  request: Request,
  proofing: Proofing,
): Promise<Credential | undefined> {
  const credential = await reader.credential(request.credentialId);
  if (!credential) return undefined;
  if (credential.deviceReferenceId !== request.deviceReferenceId) {
    throw new IssuerError('invalidIdentifier', 'credentialId is unknown for this deviceReferenceId');
  }
  if (credential.holderId !== proofing.holderId) {
    throw new IssuerError('invalidIdentifier', 'proofingId is of another holder than the credential');
  }
  return credential;
}

/** Identifiers, then the state of an existing credential. */
async function named(reader: IssuerReader, request: Request, now: number): Promise<Named> {
  const device = await registeredDevice(reader, request.deviceReferenceId);
  const proofing = await acceptedProofing(reader, request, device, now);
  const credential = await existingCredential(reader, request, proofing);
  if (!credential) return { device, proofing };
  nextCredentialState(credentialAt(credential, now).state, 'provision');
  requireOfDevice(credential, device);
  return { device, proofing, credential };
}

async function activeHolder(reader: IssuerReader, holderId: string | undefined): Promise<Holder> {
  const holder = holderId === undefined ? undefined : await reader.holder(holderId);
  if (holder?.state === 'active') return holder;
  throw new IssuerError('invalidState', 'the record behind the proofing is not active');
}

/**
 * A revocation is final: the proofing that led to the revoked credential leads to no other, and a reverification
 * proves again who has a credential, it does not give one.
 */
async function checkMayCreate(reader: IssuerReader, proofing: Proofing): Promise<void> {
  const earlier = await reader.credentialsOfProofing(proofing.proofingId);
  if (earlier.some(({ state }) => state === 'revoked')) {
    throw new IssuerError('invalidState', 'the credential of this proofing was revoked');
  }
  if (proofing.reverifiesCredentialId !== undefined) {
    throw new IssuerError('invalidState', 'a reverification proofing gives no new credential');
  }
}

/** Acceptances can outlive the free places that they were given for. */
async function requirePlace(
  writer: IssuerWriter,
  holder: Holder,
  { deviceReferenceId }: Request,
  now: number,
  policy: IssuerPolicy,
): Promise<void> {
  const max = await maxWhenProvisioned(writer, { holder, deviceReferenceId, now }, policy);
  if (max === undefined) return;
  throw new IssuerError('invalidState', 'the document is on as many other devices as the issuer allows');
}

async function create(
  writer: IssuerWriter,
  request: Request,
  { device, proofing }: Named,
  { at, policy }: { readonly at: number; readonly policy: IssuerPolicy },
) {
  const { deviceReferenceId, credentialId } = request;
  if (await settleLiveCredential(writer, deviceReferenceId, at)) {
    throw new IssuerError('invalidState', 'this deviceReferenceId has a live credential already');
  }
  await checkMayCreate(writer, proofing);
  const holder = await activeHolder(writer, proofing.holderId);
  await requirePlace(writer, holder, request, at, policy);
  const credential: Credential = {
    credentialId,
    revision: 1,
    deviceReferenceId,
    proofingId: proofing.proofingId,
    holderId: holder.holderId,
    identityKeyHash: identityKeyHash(device.registration),
    state: 'provisionPending',
    versionId: randomUUID(),
    recordVersion: holder.recordVersion,
    createdAt: at,
    updatedAt: at,
  };
  await writer.insertCredential(credential);
  const { state: to } = credential;
  const actor = walletActor(request);
  await writer.record({ subject: 'credential', subjectId: credentialId, event: 'create', to, actor, at });
  return { credential, holder };
}

/** A proofing that was provisioned waits for nothing any more. */
async function endWaiting(writer: IssuerWriter, { deadlineAt, ...proofing }: Proofing): Promise<void> {
  if (deadlineAt !== undefined) await writer.updateProofing(proofing);
}

/**
 * The credential and its holder; made when the id is new. The encryption key was verified with the identity key of
 * `verifiedWith`: it must be the one that is registered still.
 */
async function provision(
  writer: IssuerWriter,
  request: Request,
  verifiedWith: RegisteredDevice,
  at: number,
  policy: IssuerPolicy,
) {
  const found = await named(writer, request, at);
  const { device, proofing, credential } = found;
  if (!isSameKey(device.registration, verifiedWith.registration)) {
    throw new ConflictError('the device registered another key meanwhile');
  }
  await endWaiting(writer, proofing);
  if (!credential) return create(writer, request, found, { at, policy });
  return { credential, holder: await activeHolder(writer, credential.holderId) };
}

/** The document type that a signature may name: that of the credential, or of what the proofing leads to. */
async function docTypes(reader: IssuerReader, { credential, proofing }: Named, policy: IssuerPolicy) {
  const { holderId } = credential ?? proofing;
  const holder = holderId === undefined ? undefined : await reader.holder(holderId);
  return holder ? [holder.documentType] : [...policy.documentTypes.keys()];
}

/** Returns the existing credential for an existing id, newest version, freshly sealed; else makes one. */
export const provisionCredential: Operation<'provisionCredential', 'store' | 'keys' | 'policy' | 'clock'> =
  ({ store, keys, policy, clock }) =>
  async (request) => {
    requireEncryptionKey(request.deviceEncryptionKey, policy);
    const at = clock();
    const { credential, holder, recipient } = await retryOnConflict(async () => {
      const { device, types } = await store.read(async (reader) => {
        const found = await named(reader, request, at);
        return { device: found.device, types: await docTypes(reader, found, policy) };
      });
      const verified = verifiedRecipient(request.deviceEncryptionKey, device, types, policy);
      const provisioned = await store.write((writer) => provision(writer, request, device, at, policy));
      return { ...provisioned, recipient: verified };
    });
    const { bytes } = documentOf(holder, policy.documentTypes);
    const wrapped = await wrapValue(bytes, 'credential', recipient, await keys.identitySigner());
    return { credential: wrapped, credentialVersionId: credential.versionId };
  };
