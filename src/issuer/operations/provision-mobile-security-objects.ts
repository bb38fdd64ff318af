import { ConflictError, retryOnConflict } from '../../conventions/errors.ts';
import { nextStep } from '../../conventions/event-loop-turns.ts';
import type { Clock } from '../../conventions/time.ts';
import { Checks } from '../checks.ts';
import type { RequestOf, ResponseOf } from '../contract/index.ts';
import { changeCredential } from '../credential/change-credential.ts';
import {
  applyCredentialDeadline,
  credentialAt,
  credentialOf,
  requireOfDevice,
} from '../credential/current-credential.ts';
import { nextCredentialState } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { requireWrapped } from '../envelope/open.ts';
import { requireEncryptionKey, verifiedRecipient } from '../envelope/recipient.ts';
import { type Recipient, wrapValue } from '../envelope/seal.ts';
import { IssuerError } from '../errors.ts';
import type { Credential } from '../model/index.ts';
import { openAuthKeys } from '../mso/auth-keys.ts';
import { issueMsos, replayedMsos, type StoredMso } from '../mso/issue.ts';
import { verifiedProofHash } from '../mso/proof-of-provisioning.ts';
import type { IssuerReader } from '../ports/store.ts';
import { documentOf, type IssuedDocument } from '../record/document.ts';
import { CREDENTIAL, DEVICE, OPENING_REASONS, type Operation, walletActor } from './operation.ts';

type Request = RequestOf<'provisionMobileSecurityObjects'>;
type Needs = 'store' | 'keys' | 'policy' | 'clock' | 'random' | 'statusEntries';
type Deps = Pick<IssuerDeps, Needs>;

interface Subject {
  readonly device: RegisteredDevice;
  readonly credential: Credential;
  readonly document: IssuedDocument;
}

const FIELDS = new Checks<{ readonly request: Request; readonly deps: Deps }>()
  .and({
    step: 'fields',
    name: 'authKeys has at most issuer.maxAuthKeys keys',
    reasons: ['invalidFieldValue'],
    check: ({ request: { authKeys = [] }, deps: { policy } }) => {
      if (authKeys.length <= policy.maxAuthKeys) return;
      throw new IssuerError('invalidFieldValue', `authKeys holds more than ${policy.maxAuthKeys} keys`);
    },
  })
  .and({
    step: 'fields',
    name: 'authKeys and proofOfProvisioning are encrypted or, if issuer.plaintext is set, unencrypted',
    reasons: ['missingRequiredField', 'invalidFieldValue'],
    check: ({ request: { authKeys = [], proofOfProvisioning }, deps: { policy } }) => {
      for (const [index, key] of authKeys.entries()) requireWrapped(key, `authKeys.${index}`, policy);
      if (proofOfProvisioning) requireWrapped(proofOfProvisioning, 'proofOfProvisioning', policy);
    },
  })
  .and({
    step: 'fields',
    name: 'deviceEncryptionKey is present, unless issuer.plaintext is set',
    reasons: ['missingRequiredField'],
    check: ({ request, deps }) => {
      requireEncryptionKey(request.deviceEncryptionKey, deps.policy);
    },
  });

/** The device and credential that the request names, in their current state. */
const SUBJECT = new Checks<{
  readonly reader: IssuerReader;
  readonly request: Request;
  readonly clock: Clock;
}>()
  .and(DEVICE)
  .and(CREDENTIAL)
  .and({
    step: 'state',
    name: 'the credential is active, or comes with its proof of provisioning',
    reasons: ['invalidState'],
    remedies: {
      invalidState:
        'Send the proof of provisioning with the first request; a credential that has ended gets no more keys.',
    },
    check: ({ credential: found, request, clock }) => {
      const credential = credentialAt(found, clock());
      nextCredentialState(credential.state, request.proofOfProvisioning ? 'provision' : 'refresh');
      return { credential };
    },
  })
  .and({
    step: 'identifiers',
    name: 'the credential belongs to the current identity key',
    reasons: ['invalidIdentifier'],
    remedies: {
      invalidIdentifier:
        'Call proofUser and provisionCredential again: this credential belongs to an earlier identity key.',
    },
    check: ({ credential, device }) => {
      requireOfDevice(credential, device);
    },
  })
  .and({
    step: 'state',
    name: 'credentialVersionId is the newest version',
    reasons: ['invalidState'],
    remedies: { invalidState: 'Call provisionCredential again and send the version that it answers.' },
    check: ({ request, credential }) => {
      if (request.credentialVersionId === credential.versionId) return;
      throw new IssuerError('invalidState', 'credentialVersionId is not the newest version');
    },
  });

async function subjectOf(request: Request, { store, policy, clock }: Deps): Promise<Subject> {
  return store.snapshot(async (reader) => {
    const { device, credential } = await SUBJECT.run({ reader, request, clock });
    const holder = await reader.holderSummary(credential.holderId);
    if (!holder) throw new Error('a credential has no holder');
    return { device, credential, document: await documentOf(reader, holder, policy.documentTypes) };
  });
}

/**
 * The hash of the proof of provisioning that is valid after this request: of the new proof or of the current
 * one.
 */
async function holdingProof(request: Request, { device, credential, document }: Subject, deps: Deps) {
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

/** The inputs of the MSOs must be unchanged. Other MSOs may have been added. @throws ConflictError */
function requireUnchanged(read: Credential, found: Credential | undefined): void {
  const isUnchanged =
    found?.state === read.state &&
    found.versionId === read.versionId &&
    sameBytes(found.proofOfProvisioningHash, read.proofOfProvisioningHash);
  if (!isUnchanged) throw new ConflictError('the credential was changed meanwhile');
}

/** Stores the MSOs and the proof in one write. Throws ConflictError if their inputs changed in the meantime. */
async function keep(
  request: Request,
  read: Credential,
  proofOfProvisioningHash: Uint8Array,
  issued: readonly StoredMso[],
  { store, clock }: Deps,
): Promise<void> {
  const at = clock();
  await store.write(async (writer) => {
    const stored = await credentialOf(writer, request.deviceReferenceId, request.credentialId);
    requireUnchanged(read, stored);
    const credential = await applyCredentialDeadline(writer, stored, at);
    const event = credential.state === 'active' ? 'refresh' : 'prove';
    const set = { proofOfProvisioningHash };
    await changeCredential(writer, credential, { event, actor: walletActor(request), at, set });
    await writer.insertMsos(issued);
    if (issued.some(({ status }) => status)) await writer.revokeSupersededVersions(read.credentialId, at);
  });
}

const SIGNATURES = new Checks<{ readonly request: Request; readonly subject: Subject; readonly deps: Deps }>()
  .and({
    step: 'signatures',
    name: 'deviceEncryptionKey is a P-256 point signed by the device',
    reasons: ['invalidFieldValue', 'invalidPayloadSignature'],
    check: ({ request, subject: { device, document }, deps: { policy } }) => ({
      recipient: verifiedRecipient(request.deviceEncryptionKey, device, [document.docType], policy),
    }),
  })
  .and({
    step: 'signatures',
    name: 'the proof of provisioning is signed by the device, matches the credential and any earlier proof',
    reasons: [...OPENING_REASONS, 'invalidState'],
    remedies: {
      invalidState: 'Send the proof of provisioning that the credential became active with, or none.',
    },
    check: async ({ request, subject, deps }) => ({ proofHash: await holdingProof(request, subject, deps) }),
  })
  .and({
    step: 'signatures',
    name: 'each authentication key is signed by the device, bound to the proof and valid',
    reasons: OPENING_REASONS,
    check: async ({ request, subject: { device, document }, proofHash: proofOfProvisioningHash, deps }) => {
      const expected = { docType: document.docType, proofOfProvisioningHash };
      return { keys: await openAuthKeys(request.authKeys ?? [], expected, device, deps) };
    },
  })
  .and({
    step: 'state',
    name: 'no authentication key was certified before, or the request repeats one batch',
    reasons: ['invalidFieldValue'],
    remedies: {
      invalidFieldValue: 'Make new authentication keys, or repeat the earlier request with the same keys.',
    },
    check: async ({ keys, subject: { credential }, deps: { store } }) => {
      const msosOf = (reader: IssuerReader) => reader.msos(keys.map(({ keyHash }) => keyHash));
      if ((await store.read(msosOf)).length === 0) return { replayed: undefined };
      const known = await store.snapshot(async (reader) => {
        requireUnchanged(credential, await reader.credential(credential.credentialId));
        return msosOf(reader);
      });
      return { replayed: replayedMsos(known, keys, credential) };
    },
  });

export const PROVISION_MOBILE_SECURITY_OBJECTS_CHECKS = [...FIELDS.rows, ...SUBJECT.rows, ...SIGNATURES.rows];

async function provision(request: Request, deps: Deps) {
  const subject = await subjectOf(request, deps);
  const { credential, document } = subject;
  await nextStep();
  const { recipient, proofHash, keys, replayed } = await SIGNATURES.run({ request, subject, deps });
  if (replayed) return { recipient, msos: replayed };
  const msos = await issueMsos(credential, document, keys, deps);
  if (msos.length > 0 || credential.state !== 'active')
    await keep(request, credential, proofHash, msos, deps);
  return { recipient, msos };
}

async function wrapped(
  { recipient, msos }: { readonly recipient: Recipient | undefined; readonly msos: readonly StoredMso[] },
  { keys }: Deps,
): Promise<ResponseOf<'provisionMobileSecurityObjects'>> {
  const signer = await keys.identitySigner();
  const mobileSecurityObjects = [];
  for (const { staticAuthData, expiresAt } of msos) {
    await nextStep();
    const value = await wrapValue(staticAuthData, 'mobileSecurityObject', recipient, signer);
    mobileSecurityObjects.push({ ...value, expirationTimeMillis: String(expiresAt) });
  }
  return { mobileSecurityObjects };
}

/**
 * Certifies authentication keys: returns one MSO for each, in the same order. A proof of provisioning
 * activates the credential; without one it must already be active.
 */
export const provisionMobileSecurityObjects: Operation<'provisionMobileSecurityObjects', Needs> =
  (deps) => async (request) => {
    await FIELDS.run({ request, deps });
    return wrapped(await retryOnConflict(() => provision(request, deps)), deps);
  };
