import { ConflictError, retryOnConflict } from '../../conventions/conflict.ts';
import type { RequestOf, ResponseOf } from '../contract/index.ts';
import { changeCredential } from '../credential/change.ts';
import {
  credentialAt,
  credentialOf,
  requireOfDevice,
  settleCredential,
} from '../credential/current-credential.ts';
import { nextCredentialState } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import { type RegisteredDevice, registeredDevice } from '../device/registered-device.ts';
import { requireEncryptionKey, verifiedRecipient } from '../envelope/recipient.ts';
import { type Recipient, wrapValue } from '../envelope/seal.ts';
import { IssuerError } from '../errors.ts';
import type { Credential, IssuedMso } from '../model/index.ts';
import { openAuthKeys } from '../mso/auth-keys.ts';
import { issueMsos, replayedMsos } from '../mso/issue.ts';
import { verifiedProofHash } from '../mso/proof-of-provisioning.ts';
import { documentOf, type IssuedDocument } from '../record/document.ts';
import { nextTurn } from '../turns.ts';
import { type Operation, walletActor } from './operation.ts';

type Request = RequestOf<'provisionMobileSecurityObjects'>;
type Needs = 'store' | 'keys' | 'policy' | 'clock' | 'random';
type Deps = Pick<IssuerDeps, Needs>;
type StoredMso = Required<IssuedMso>;

interface Subject {
  readonly device: RegisteredDevice;
  readonly credential: Credential;
  readonly document: IssuedDocument;
}

/** What the request is about, as it stands now; identifiers first, then states. */
async function subjectOf(request: Request, { store, policy, clock }: Deps): Promise<Subject> {
  return store.read(async (reader) => {
    const device = await registeredDevice(reader, request.deviceReferenceId);
    const found = await credentialOf(reader, request.deviceReferenceId, request.credentialId);
    const credential = credentialAt(found, clock());
    nextCredentialState(credential.state, request.proofOfProvisioning ? 'provision' : 'refresh');
    requireOfDevice(credential, device);
    if (request.credentialVersionId !== credential.versionId) {
      throw new IssuerError('invalidState', 'credentialVersionId is not the newest version');
    }
    const holder = await reader.holder(credential.holderId);
    if (!holder) throw new Error('a credential has no holder');
    return { device, credential, document: documentOf(holder, policy.documentTypes) };
  });
}

/** The hash of the proof that holds after this request: a new one, or the one that was given before. */
async function proofHash(request: Request, { device, credential, document }: Subject, deps: Deps) {
  const current = credential.proofOfProvisioningHash;
  if (!request.proofOfProvisioning) {
    if (!current) throw new Error('an active credential has no proof of provisioning');
    return current;
  }
  const given = await verifiedProofHash(request.proofOfProvisioning, document, device, deps);
  const isRetry = current !== undefined && sameBytes(given, current);
  if (credential.state === 'active' && !isRetry) {
    throw new IssuerError('invalidState', 'another proof of provisioning was given for this version');
  }
  return given;
}

const sameBytes = (one: Uint8Array = new Uint8Array(), other: Uint8Array = new Uint8Array()) =>
  Buffer.compare(one, other) === 0;

/** Whether everything that MSOs are made from is as it was; that others were made meanwhile does not matter. */
const isUnchanged = (read: Credential, found: Credential): boolean =>
  found.state === read.state &&
  found.versionId === read.versionId &&
  sameBytes(found.proofOfProvisioningHash, read.proofOfProvisioningHash);

/** Keeps the MSOs and the proof in one write; a change of what they were made from is a conflict. */
async function keep(
  request: Request,
  read: Credential,
  proofOfProvisioningHash: Uint8Array,
  issued: readonly StoredMso[],
  { store, clock }: Deps,
): Promise<void> {
  const at = clock();
  await store.write(async (writer) => {
    const found = await credentialOf(writer, request.deviceReferenceId, request.credentialId);
    if (!isUnchanged(read, found)) throw new ConflictError('the credential was changed meanwhile');
    const credential = await settleCredential(writer, found, at);
    const event = credential.state === 'active' ? 'refresh' : 'prove';
    const set = { proofOfProvisioningHash };
    await changeCredential(writer, credential, { event, actor: walletActor(request), at, set });
    await writer.insertMsos(issued);
  });
}

async function provision(request: Request, deps: Deps) {
  const subject = await subjectOf(request, deps);
  const { device, credential, document } = subject;
  const { policy, store } = deps;
  const docTypes = [document.docType];
  await nextTurn();
  const recipient = verifiedRecipient(request.deviceEncryptionKey, device, docTypes, policy);
  const proofOfProvisioningHash = await proofHash(request, subject, deps);
  const expected = { docType: document.docType, proofOfProvisioningHash };
  const keys = await openAuthKeys(request.authKeys ?? [], expected, device, deps);
  const known = await store.read((reader) => reader.msos(keys.map(({ keyHash }) => keyHash)));
  const replayed = replayedMsos(known, keys, credential);
  if (replayed) return { recipient, msos: replayed };
  const msos = await issueMsos(credential, document, keys, deps);
  if (msos.length > 0 || credential.state !== 'active') {
    await keep(request, credential, proofOfProvisioningHash, msos, deps);
  }
  return { recipient, msos };
}

async function wrapped(
  { recipient, msos }: { readonly recipient: Recipient | undefined; readonly msos: readonly StoredMso[] },
  { keys }: Deps,
): Promise<ResponseOf<'provisionMobileSecurityObjects'>> {
  const signer = await keys.identitySigner();
  const mobileSecurityObjects = [];
  for (const { staticAuthData, expiresAt } of msos) {
    await nextTurn();
    const value = await wrapValue(staticAuthData, 'mobileSecurityObject', recipient, signer);
    mobileSecurityObjects.push({ ...value, expirationTimeMillis: String(expiresAt) });
  }
  return { mobileSecurityObjects };
}

function checkCount({ authKeys = [] }: Request, { policy }: Deps): void {
  if (authKeys.length <= policy.maxAuthKeys) return;
  throw new IssuerError('invalidFieldValue', `authKeys holds more than ${policy.maxAuthKeys} keys`);
}

/**
 * Certifies authentication keys, one MSO each in the same order. A proof of provisioning makes the credential
 * active; without one it must be active already.
 */
export const provisionMobileSecurityObjects: Operation<'provisionMobileSecurityObjects', Needs> =
  (deps) => async (request) => {
    checkCount(request, deps);
    requireEncryptionKey(request.deviceEncryptionKey, deps.policy);
    return wrapped(await retryOnConflict(() => provision(request, deps)), deps);
  };
