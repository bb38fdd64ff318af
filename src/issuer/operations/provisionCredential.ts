import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../../conventions/conflict.ts';
import type { RequestOf } from '../contract/index.ts';
import { settleLiveCredential } from '../credential/live-credential.ts';
import { credentialAt, settleCredential } from '../credential/settle.ts';
import { nextCredentialState } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import { registeredDevice } from '../device/registered-device.ts';
import { requireEncryptionKey, verifiedRecipient } from '../envelope/recipient.ts';
import { wrapValue } from '../envelope/seal.ts';
import { IssuerError } from '../errors.ts';
import { documentOf } from '../mso/document.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { Credential, Holder, Proofing } from '../ports/entities.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { maxWhenProvisioned } from '../proofing/devices.ts';
import { proofingOf } from '../proofing/proofing-of.ts';
import type { Operation } from './operation.ts';
import { walletActor } from './wallet-actor.ts';

type Request = RequestOf<'provisionCredential'>;

async function acceptedProofing(reader: IssuerReader, request: Request): Promise<Proofing> {
  const proofing = await proofingOf(reader, request.deviceReferenceId, request.proofingId);
  if (proofing.state === 'accepted') return proofing;
  throw new IssuerError(
    'invalidIdentifier',
    'proofingId names no accepted proofing of this deviceReferenceId',
  );
}

/** The credential that the id names already, if any; under another device it is as unknown as none. */
async function existingCredential(reader: IssuerReader, request: Request): Promise<Credential | undefined> {
  const credential = await reader.credential(request.credentialId);
  if (credential && credential.deviceReferenceId !== request.deviceReferenceId) {
    throw new IssuerError('invalidIdentifier', 'credentialId is unknown for this deviceReferenceId');
  }
  return credential;
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
  proofing: Proofing,
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

/** The credential and its holder; made when the id is new. */
async function provision(writer: IssuerWriter, request: Request, at: number, policy: IssuerPolicy) {
  await registeredDevice(writer, request.deviceReferenceId);
  const proofing = await acceptedProofing(writer, request);
  const found = await existingCredential(writer, request);
  if (!found) return create(writer, request, proofing, { at, policy });
  const credential = await settleCredential(writer, found, at);
  nextCredentialState(credential.state, 'provision');
  return { credential, holder: await activeHolder(writer, credential.holderId) };
}

/** Document types that a signature may name before the holder is known. */
async function docTypes(reader: IssuerReader, request: Request, { policy }: Pick<IssuerDeps, 'policy'>) {
  const { holderId } = await acceptedProofing(reader, request);
  const holder = holderId === undefined ? undefined : await reader.holder(holderId);
  return holder ? [holder.documentType] : [...policy.documentTypes.keys()];
}

/** Returns the existing credential for an existing id, newest version, freshly sealed; else makes one. */
export const provisionCredential: Operation<'provisionCredential', 'store' | 'keys' | 'policy' | 'clock'> =
  ({ store, keys, policy, clock }) =>
  async (request) => {
    requireEncryptionKey(request.deviceEncryptionKey, policy);
    const { device, types } = await store.read(async (reader) => {
      const registered = await registeredDevice(reader, request.deviceReferenceId);
      const served = await docTypes(reader, request, { policy });
      const existing = await existingCredential(reader, request);
      if (existing) nextCredentialState(credentialAt(existing, clock()).state, 'provision');
      return { device: registered, types: served };
    });
    const recipient = verifiedRecipient(request.deviceEncryptionKey, device, types, policy);
    const at = clock();
    const { credential, holder } = await retryOnConflict(() =>
      store.write((writer) => provision(writer, request, at, policy)),
    );
    const { bytes } = documentOf(holder, policy.documentTypes);
    const wrapped = await wrapValue(bytes, 'credential', recipient, await keys.identitySigner());
    return { credential: wrapped, credentialVersionId: credential.versionId };
  };
