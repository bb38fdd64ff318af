import { retryOnConflict } from '../../conventions/conflict.ts';
import type { RequestOf } from '../contract/index.ts';
import { credentialAt, credentialOf, settleCredential } from '../credential/current-credential.ts';
import { isLive } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import {
  identityKeyHash,
  isSameKey,
  type RegisteredDevice,
  registeredDevice,
} from '../device/registered-device.ts';
import { IssuerError } from '../errors.ts';
import type { Credential, Proofing } from '../model/index.ts';
import type { BegunProofing } from '../ports/proofing.ts';
import type { RecordLookup } from '../ports/record-source.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { beginProofing } from '../proofing/begin.ts';
import { evidenceValue, type OpenedEvidence, openEvidence } from '../proofing/evidence.ts';
import { lookUpCode } from '../proofing/look-up.ts';
import { type Operation, walletActor } from './operation.ts';

type Request = RequestOf<'proofUser'>;

/** The same id under another device is as unknown as one that does not exist. */
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

/** The credential that is to be reverified, as it is now. */
async function reverifiedCredential(
  writer: IssuerWriter,
  request: Request,
  now: number,
): Promise<Credential | undefined> {
  const credentialId = request.reverificationContext?.credentialId;
  if (credentialId === undefined) return undefined;
  const found = await credentialOf(writer, request.deviceReferenceId, credentialId);
  const credential = await settleCredential(writer, found, now);
  requireLive(credential);
  return credential;
}

/** Evidence that came sealed was signed with the key that was registered when it was opened. */
function requireSigner(
  evidence: OpenedEvidence,
  openedFor: RegisteredDevice,
  device: RegisteredDevice,
): void {
  if (evidence.mode === undefined || isSameKey(openedFor.registration, device.registration)) return;
  const description = 'the evidence is signed with a key that the device has replaced meanwhile';
  throw new IssuerError('invalidPayloadSignature', description);
}

/** Undefined for a retry. */
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
  const known = await knownProofing(writer, request);
  if (known) {
    requireSameRequest(known, request, evidence);
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

/** Acknowledges that the proofing is processed; what comes of it is told by its status, also when it is decided at once. */
export const proofUser: Operation<
  'proofUser',
  'store' | 'records' | 'keys' | 'policy' | 'clock' | 'random' | 'codeDigest' | 'limitCode' | 'observe'
> =
  ({ store, observe, limitCode, ...deps }) =>
  async (request) => {
    const { clock } = deps;
    const value = evidenceValue(request.evidence ?? []);
    const device = await store.read(async (reader) => {
      const registered = await registeredDevice(reader, request.deviceReferenceId);
      const known = await knownProofing(reader, request);
      const reverified = request.reverificationContext?.credentialId;
      if (reverified !== undefined) {
        const found = await credentialOf(reader, request.deviceReferenceId, reverified);
        if (!known) requireLive(credentialAt(found, clock()));
      }
      return registered;
    });
    const evidence = await openEvidence(value, device, deps);
    if (evidence.codeHash) await limitCode(evidence.codeHash);
    const { requestId } = request.requestMetadata;
    const lookup = await lookUpCode({ store, ...deps }, evidence, { ...request, requestId });
    const begun = await retryOnConflict(() =>
      store.write((writer) => begin(writer, request, { evidence, openedFor: device }, lookup, deps)),
    );
    if (begun) observe(begun);
    return { proofingId: request.proofingId };
  };
