import { retryOnConflict } from '../../conventions/errors.ts';
import { Checks } from '../checks.ts';
import type { RequestOf } from '../contract/index.ts';
import { applyCredentialDeadline, credentialAt, credentialOf } from '../credential/current-credential.ts';
import { isLive } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import {
  identityKeyHash,
  isSameKey,
  type RegisteredDevice,
  registeredDevice,
} from '../device/registered-device.ts';
import { requireWrapped } from '../envelope/open.ts';
import { IssuerError } from '../errors.ts';
import type { Credential, Proofing } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { BegunProofing, RecordLookup } from '../ports/proofing.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { beginProofing } from '../proofing/begin-proofing.ts';
import { EVIDENCE_FIELD, evidenceValue, type OpenedEvidence, openEvidence } from '../proofing/evidence.ts';
import { lookUpCode } from '../proofing/look-up-record.ts';
import { DEVICE, OPENING_REASONS, type Operation, walletActor } from './operation.ts';

type Request = RequestOf<'proofUser'>;

/** An id that belongs to another device is treated as unknown. */
async function knownProofing(reader: IssuerReader, request: Request): Promise<Proofing | undefined> {
  const proofing = await reader.proofing(request.proofingId);
  if (proofing && proofing.deviceReferenceId !== request.deviceReferenceId) {
    throw new IssuerError('invalidIdentifier', 'proofingId is unknown for this deviceReferenceId');
  }
  return proofing;
}

function requireSameRequest(proofing: Proofing, request: Request, { hash }: OpenedEvidence): void {
  const sameEvidence = Buffer.compare(proofing.evidenceHash, hash) === 0;
  const sameContext = proofing.reverifiesCredentialId === request.reverificationContext?.credentialId;
  if (sameEvidence && sameContext) return;
  throw new IssuerError('invalidState', 'this proofingId was used for other evidence');
}

async function rememberMode(writer: IssuerWriter, device: RegisteredDevice, { mode }: OpenedEvidence) {
  if (mode && mode !== device.hpkeContextMode)
    await writer.updateDevice({ ...device, hpkeContextMode: mode });
}

function requireLive({ state }: Credential): void {
  if (isLive(state)) return;
  throw new IssuerError('invalidState', `a credential that is ${state} cannot be reverified`);
}

/** The credential to reverify, in its current state. */
async function reverifiedCredential(
  writer: IssuerWriter,
  request: Request,
  now: number,
): Promise<Credential | undefined> {
  const credentialId = request.reverificationContext?.credentialId;
  if (credentialId === undefined) return undefined;
  const stored = await credentialOf(writer, request.deviceReferenceId, credentialId);
  const credential = await applyCredentialDeadline(writer, stored, now);
  requireLive(credential);
  return credential;
}

/** Refuses evidence that was verified with a key that is no longer registered. */
function requireSigner(
  evidence: OpenedEvidence,
  openedFor: RegisteredDevice,
  device: RegisteredDevice,
): void {
  if (evidence.mode === undefined || isSameKey(openedFor.registration, device.registration)) return;
  const description = 'the evidence is signed with a key that the device has replaced meanwhile';
  throw new IssuerError('invalidPayloadSignature', description);
}

/** Undefined if the request is a retry. */
async function begin(
  writer: IssuerWriter,
  request: Request,
  { evidence, openedFor }: { readonly evidence: OpenedEvidence; readonly openedFor: RegisteredDevice },
  lookup: RecordLookup | undefined,
  deps: Pick<IssuerDeps, 'policy' | 'clock' | 'random'>,
): Promise<BegunProofing | undefined> {
  const { proofingId, deviceReferenceId } = request;
  const device = await registeredDevice(writer, deviceReferenceId);
  requireSigner(evidence, openedFor, device);
  const proofing = await knownProofing(writer, request);
  if (proofing) {
    await RETRY.run({ known: proofing, request, evidence });
    return undefined;
  }
  const at = deps.clock();
  const actor = walletActor(request);
  const reverified = await reverifiedCredential(writer, request, at);
  const whose = reverified ? { reverified } : {};
  const keyHash = identityKeyHash(device.registration);
  const subject = { proofingId, deviceReferenceId, identityKeyHash: keyHash, ...whose };
  const asked = { ...subject, evidence, lookup, actor, at };
  const begun = await beginProofing(writer, asked, deps);
  await rememberMode(writer, device, evidence);
  return begun;
}

interface Asked {
  readonly reader: IssuerReader;
  readonly request: Request;
  readonly now: number;
}

const EVIDENCE = new Checks<{ readonly request: Request; readonly policy: IssuerPolicy }>()
  .and({
    step: 'fields',
    name: 'evidence contains at most one pre-authorization code and nothing else',
    reasons: ['missingRequiredField', 'invalidFieldValue'],
    check: ({ request }) => ({ value: evidenceValue(request.evidence ?? []) }),
  })
  .and({
    step: 'fields',
    name: 'the pre-authorization code is encrypted or, if issuer.plaintext is set, unencrypted',
    reasons: ['missingRequiredField', 'invalidFieldValue'],
    check: ({ value, policy }) => {
      if (value) requireWrapped(value, EVIDENCE_FIELD, policy);
    },
  });

const SUBJECT = new Checks<Asked>()
  .and(DEVICE)
  .and({
    step: 'identifiers',
    name: 'proofingId is new or belongs to this device',
    reasons: ['invalidIdentifier'],
    remedies: { invalidIdentifier: 'Choose a new proofingId: another device uses this one.' },
    check: async ({ reader, request }) => ({ known: await knownProofing(reader, request) }),
  })
  .and({
    step: 'identifiers',
    name: 'the reverified credential belongs to this device',
    reasons: ['invalidIdentifier'],
    remedies: { invalidIdentifier: 'Name a credential of this device in reverificationContext.' },
    check: async ({ reader, request }) => {
      const credentialId = request.reverificationContext?.credentialId;
      if (credentialId === undefined) return { reverified: undefined };
      return { reverified: await credentialOf(reader, request.deviceReferenceId, credentialId) };
    },
  })
  .and({
    step: 'state',
    name: 'the credential that a new proofing reverifies is live',
    reasons: ['invalidState'],
    remedies: {
      invalidState: 'Ask without reverificationContext for a new credential: the named one has ended.',
    },
    check: ({ known, reverified, now }) => {
      if (reverified && !known) requireLive(credentialAt(reverified, now));
    },
  });

const OPENING = new Checks<{
  readonly value: ReturnType<typeof evidenceValue>;
  readonly device: RegisteredDevice;
  readonly deps: Pick<IssuerDeps, 'keys' | 'policy' | 'codeDigest'>;
}>().and({
  step: 'signatures',
  name: 'the evidence can be decrypted and is signed by the device',
  reasons: OPENING_REASONS,
  check: async ({ value, device, deps }) => ({ evidence: await openEvidence(value, device, deps) }),
});

const RETRY = new Checks<{
  readonly known: Proofing;
  readonly request: Request;
  readonly evidence: OpenedEvidence;
}>().and({
  step: 'state',
  name: 'a repeated proofingId has the same evidence and the same reverificationContext',
  reasons: ['invalidState'],
  remedies: { invalidState: 'Choose a new proofingId for other evidence.' },
  check: ({ known, request, evidence }) => {
    requireSameRequest(known, request, evidence);
  },
});

export const PROOF_USER_CHECKS = [...EVIDENCE.rows, ...SUBJECT.rows, ...OPENING.rows, ...RETRY.rows];

/**
 * Acknowledges the request. The result is in the status of the proofing, even if it was decided immediately.
 */
export const proofUser: Operation<
  'proofUser',
  'store' | 'records' | 'keys' | 'policy' | 'clock' | 'random' | 'codeDigest' | 'limitCode' | 'observe'
> =
  ({ store, observe, limitCode, ...deps }) =>
  async (request) => {
    const { value } = await EVIDENCE.run({ request, policy: deps.policy });
    const { device } = await store.snapshot((reader) => SUBJECT.run({ reader, request, now: deps.clock() }));
    const { evidence } = await OPENING.run({ value, device, deps });
    if (evidence.codeHash) await limitCode(evidence.codeHash);
    const { requestId } = request.requestMetadata;
    const { proofingId, deviceReferenceId } = request;
    const claim = { claimId: proofingId, deviceReferenceId, requestId };
    const lookup = await lookUpCode({ store, ...deps }, evidence, { ...claim, countedBy: deviceReferenceId });
    const begun = await retryOnConflict(() =>
      store.write((writer) => begin(writer, request, { evidence, openedFor: device }, lookup, deps)),
    );
    if (begun) observe(begun);
    return { proofingId };
  };
