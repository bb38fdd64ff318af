import { randomUUID } from 'node:crypto';
import { ConflictError, retryOnConflict } from '../../conventions/errors.ts';
import { type Check, Checks } from '../checks.ts';
import type { RequestOf } from '../contract/index.ts';
import {
  applyLiveCredentialDeadline,
  credentialAt,
  requireOfDevice,
} from '../credential/current-credential.ts';
import { nextCredentialState } from '../credential/state-machine.ts';
import {
  identityKeyHash,
  isOfDevice,
  isSameKey,
  type RegisteredDevice,
} from '../device/registered-device.ts';
import { requireEncryptionKey, verifiedRecipient } from '../envelope/recipient.ts';
import { wrapValue } from '../envelope/seal.ts';
import { IssuerError } from '../errors.ts';
import type { Credential, HolderSummary, Proofing } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { proofingAt } from '../proofing/current-proofing.ts';
import { maxWhenProvisioned } from '../proofing/device-limit.ts';
import { documentOf } from '../record/document.ts';
import { DEVICE, type Operation, PROOFING, walletActor } from './operation.ts';

type Request = RequestOf<'provisionCredential'>;

/**
 * The existing credential with this id. An id of another device is treated as unknown. Any accepted proofing
 * of the same device and holder is valid for the credential.
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

interface Asked {
  readonly reader: IssuerReader;
  readonly request: Request;
  readonly at: number;
}

const REQUIRED = new Checks<{ readonly request: Request; readonly policy: IssuerPolicy }>().and({
  step: 'fields',
  name: 'deviceEncryptionKey is present, unless issuer.plaintext is set',
  reasons: ['missingRequiredField'],
  check: ({ request, policy }) => {
    requireEncryptionKey(request.deviceEncryptionKey, policy);
  },
});

/** The device, proofing and credential that the request names, as of one time. */
const NAMED = new Checks<Asked>()
  .and(DEVICE)
  .and(PROOFING)
  .and({
    step: 'identifiers',
    name: 'the proofing is accepted and belongs to the current identity key',
    reasons: ['invalidIdentifier'],
    remedies: {
      invalidIdentifier:
        'Wait until the proofing is accepted; after a new registration or a rejection call proofUser again.',
    },
    check: ({ proofing: found, device, at }) => {
      const proofing = proofingAt(found, at);
      if (proofing.state === 'accepted' && isOfDevice(proofing, device)) return { proofing };
      throw new IssuerError(
        'invalidIdentifier',
        'proofingId names no accepted proofing of this deviceReferenceId and its identity key',
      );
    },
  })
  .and({
    step: 'identifiers',
    name: "credentialId is new, or belongs to this device and the proofing's holder",
    reasons: ['invalidIdentifier'],
    remedies: { invalidIdentifier: 'Choose a new credentialId: another device or person uses this one.' },
    check: async ({ reader, request, proofing }) => ({
      credential: await existingCredential(reader, request, proofing),
    }),
  })
  .and({
    step: 'state',
    name: 'an existing credential is live',
    reasons: ['invalidState'],
    remedies: {
      invalidState: 'Call proofUser again and choose a new credentialId: this credential has ended.',
    },
    check: ({ credential, at }) => {
      if (credential) nextCredentialState(credentialAt(credential, at).state, 'provision');
    },
  })
  .and({
    step: 'identifiers',
    name: 'an existing credential belongs to the current identity key',
    reasons: ['invalidIdentifier'],
    remedies: {
      invalidIdentifier:
        'Call proofUser again and choose a new credentialId: this credential belongs to an earlier identity key.',
    },
    check: ({ credential, device }) => {
      if (credential) requireOfDevice(credential, device);
    },
  });

type Named = Awaited<ReturnType<typeof NAMED.run>>;

const RECIPIENT = new Checks<{
  readonly request: Request;
  readonly device: RegisteredDevice;
  readonly types: readonly string[];
  readonly policy: IssuerPolicy;
}>().and({
  step: 'signatures',
  name: 'deviceEncryptionKey is a P-256 point signed by the device',
  reasons: ['invalidFieldValue', 'invalidPayloadSignature'],
  check: ({ request, device, types, policy }) => ({
    recipient: verifiedRecipient(request.deviceEncryptionKey, device, types, policy),
  }),
});

async function activeHolder(reader: IssuerReader, holderId: string | undefined): Promise<HolderSummary> {
  const holder = holderId === undefined ? undefined : await reader.holderSummary(holderId);
  if (holder?.state === 'active') return holder;
  throw new IssuerError('invalidState', 'the record behind the proofing is not active');
}

interface Creating {
  readonly writer: IssuerWriter;
  readonly request: Request;
  readonly proofing: Proofing;
  readonly at: number;
  readonly policy: IssuerPolicy;
}

const RECORD: Check<
  { readonly writer: IssuerWriter; readonly holderId: string | undefined },
  { readonly holder: HolderSummary }
> = {
  step: 'state',
  name: 'the record behind the proofing or the credential is active',
  reasons: ['invalidState'],
  remedies: { invalidState: 'Look at the person in the console: the record is revoked, expired or erased.' },
  check: async ({ writer, holderId }) => ({ holder: await activeHolder(writer, holderId) }),
};

const NEW_CREDENTIAL = new Checks<Creating & { readonly holderId: string | undefined }>()
  .and({
    step: 'state',
    name: 'the device has no live credential',
    reasons: ['invalidState'],
    remedies: {
      invalidState: 'Delete or revoke the credential that the device has, or use another deviceReferenceId.',
    },
    check: async ({ writer, request, at }) => {
      if (!(await applyLiveCredentialDeadline(writer, request.deviceReferenceId, at))) return;
      throw new IssuerError('invalidState', 'this deviceReferenceId has a live credential already');
    },
  })
  .and({
    step: 'state',
    name: 'the proofing can give a credential: it is no reverification, and none of its credentials was revoked',
    reasons: ['invalidState'],
    remedies: { invalidState: 'Call proofUser again, without reverificationContext.' },
    // A revocation is final, so the proofing of a revoked credential cannot lead to another credential. A
    // reverification only checks the holder of an existing credential again.
    check: async ({ writer, proofing }) => {
      const earlier = await writer.credentialsOfProofing(proofing.proofingId);
      if (earlier.some(({ state }) => state === 'revoked'))
        throw new IssuerError('invalidState', 'the credential of this proofing was revoked');
      if (proofing.reverifiesCredentialId !== undefined)
        throw new IssuerError('invalidState', 'a reverification proofing gives no new credential');
    },
  })
  .and(RECORD)
  .and({
    step: 'state',
    name: 'the document is on fewer devices than the policy allows',
    reasons: ['invalidState'],
    remedies: {
      invalidState:
        'Delete the document on another device of the person, or raise maxDevicesPerHolder in the policy.',
    },
    // The limit on devices may have been reached since the acceptance.
    check: async ({ writer, holder, request: { deviceReferenceId }, at, policy }) => {
      const max = await maxWhenProvisioned(writer, { holder, deviceReferenceId, now: at }, policy);
      if (max === undefined) return;
      throw new IssuerError('invalidState', 'the document is on as many other devices as the issuer allows');
    },
  });

export const PROVISION_CREDENTIAL_CHECKS = [
  ...REQUIRED.rows,
  ...NAMED.rows,
  ...RECIPIENT.rows,
  ...NEW_CREDENTIAL.rows,
];

async function create(creating: Creating, device: RegisteredDevice) {
  const { writer, request, proofing, at } = creating;
  const { deviceReferenceId, credentialId } = request;
  const { holder } = await NEW_CREDENTIAL.run({ ...creating, holderId: proofing.holderId });
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

const EXISTING = new Checks<{ readonly writer: IssuerWriter; readonly holderId: string | undefined }>().and(
  RECORD,
);

/** A provisioned proofing has no deadline. */
async function endWaiting(writer: IssuerWriter, { deadlineAt, ...proofing }: Proofing): Promise<void> {
  if (deadlineAt !== undefined) await writer.updateProofing(proofing);
}

/**
 * Returns the credential and its document; creates the credential if the id is new. The identity key must still
 * be `verifiedWith`, the key that verified the encryption key.
 */
async function provision(
  writer: IssuerWriter,
  request: Request,
  verifiedWith: RegisteredDevice,
  at: number,
  policy: IssuerPolicy,
) {
  const { device, proofing, credential } = await NAMED.run({ reader: writer, request, at });
  if (!isSameKey(device.registration, verifiedWith.registration)) {
    throw new ConflictError('the device registered another key meanwhile');
  }
  await endWaiting(writer, proofing);
  const provisioned = credential
    ? { credential, ...(await EXISTING.run({ writer, holderId: credential.holderId })) }
    : await create({ writer, request, proofing, at, policy }, device);
  const document = await documentOf(writer, provisioned.holder, policy.documentTypes);
  return { credential: provisioned.credential, document };
}

/**
 * The document type that the signature may contain, from the credential or from the holder of the proofing.
 */
async function docTypes(reader: IssuerReader, { credential, proofing }: Named, policy: IssuerPolicy) {
  const { holderId } = credential ?? proofing;
  const holder = holderId === undefined ? undefined : await reader.holderSummary(holderId);
  return holder ? [holder.documentType] : [...policy.documentTypes.keys()];
}

/** Returns the credential in its newest version, encrypted anew; creates it if the id is new. */
export const provisionCredential: Operation<'provisionCredential', 'store' | 'keys' | 'policy' | 'clock'> =
  ({ store, keys, policy, clock }) =>
  async (request) => {
    await REQUIRED.run({ request, policy });
    const at = clock();
    const { credential, document, recipient } = await retryOnConflict(async () => {
      const { device, types } = await store.snapshot(async (reader) => {
        const found = await NAMED.run({ reader, request, at });
        return { device: found.device, types: await docTypes(reader, found, policy) };
      });
      const verified = await RECIPIENT.run({ request, device, types, policy });
      const provisioned = await store.write((writer) => provision(writer, request, device, at, policy));
      return { ...provisioned, recipient: verified.recipient };
    });
    const wrapped = await wrapValue(document.bytes, 'credential', recipient, await keys.identitySigner());
    return { credential: wrapped, credentialVersionId: credential.versionId };
  };
