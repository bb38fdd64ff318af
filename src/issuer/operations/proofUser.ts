import type { RequestOf } from '../contract/index.ts';
import { credentialOf } from '../credential/credential-of.ts';
import { credentialAt, settleCredential } from '../credential/settle.ts';
import { isLive } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import { type RegisteredDevice, registeredDevice } from '../device/registered-device.ts';
import { ConflictError, IssuerError } from '../errors.ts';
import type { Credential, Proofing } from '../ports/entities.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { assessEvidence, initialState } from '../proofing/assess.ts';
import { applyToReverified } from '../proofing/change.ts';
import { codeHash } from '../proofing/code.ts';
import { evidenceValue, type OpenedEvidence, openEvidence } from '../proofing/evidence.ts';
import { retryOnConflict } from '../retry.ts';
import type { Operation } from './operation.ts';
import { walletActor } from './wallet-actor.ts';

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

/** The holder of the credential that is to be reverified. */
async function reverifiedHolder(writer: IssuerWriter, request: Request, now: number) {
  const credentialId = request.reverificationContext?.credentialId;
  if (credentialId === undefined) return {};
  const found = await credentialOf(writer, request.deviceReferenceId, credentialId);
  const credential = await settleCredential(writer, found, now);
  requireLive(credential);
  return { reverifiedHolderId: credential.holderId };
}

async function begin(
  writer: IssuerWriter,
  request: Request,
  evidence: OpenedEvidence,
  { policy, clock }: Pick<IssuerDeps, 'policy' | 'clock'>,
): Promise<void> {
  const device = await registeredDevice(writer, request.deviceReferenceId);
  const known = await knownProofing(writer, request);
  if (known) return requireSameRequest(known, request, evidence);
  const at = clock();
  const context = { now: at, ...(await reverifiedHolder(writer, request, at)) };
  const assessment = await assessEvidence(writer, evidence.code, context, policy);
  const state = initialState(assessment, policy);
  const { proofingId } = request;
  if (assessment.usesCode && !(await writer.useCode(codeHash(evidence.code as string), proofingId))) {
    throw new ConflictError('the code was used meanwhile');
  }
  const reverifiesCredentialId = request.reverificationContext?.credentialId;
  const proofing: Proofing = {
    proofingId,
    revision: 1,
    deviceReferenceId: request.deviceReferenceId,
    state,
    evidenceHash: evidence.hash,
    createdAt: at,
    ...(assessment.holder ? { holderId: assessment.holder.holderId } : {}),
    ...(assessment.rejected ? { rejected: assessment.rejected } : {}),
    ...(reverifiesCredentialId === undefined ? {} : { reverifiesCredentialId }),
    ...(state === 'pending' ? { deadlineAt: at + policy.pendingTtl } : { decidedAt: at }),
  };
  const actor = walletActor(request);
  await writer.insertProofing(proofing);
  await writer.record({ subject: 'proofing', subjectId: proofingId, event: 'create', to: state, actor, at });
  await applyToReverified(writer, proofing, { actor, at });
  await rememberMode(writer, device, evidence);
}

/** Acknowledges that the proofing is processed; what comes of it is told by its status, also when it is decided at once. */
export const proofUser: Operation<'proofUser', 'store' | 'keys' | 'policy' | 'clock'> =
  ({ store, keys, policy, clock }) =>
  async (request) => {
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
    const evidence = await openEvidence(value, device, { keys, policy });
    await retryOnConflict(() => store.write((writer) => begin(writer, request, evidence, { policy, clock })));
    return { proofingId: request.proofingId };
  };
