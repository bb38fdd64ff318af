import { ConflictError } from '../../conventions/errors.ts';
import { ALPHANUMERIC, randomText } from '../../conventions/random.ts';
import { applyToReverified } from '../credential/reverification.ts';
import type { IssuerDeps } from '../deps.ts';
import type { Actor, Proofing } from '../model/index.ts';
import type { BegunProofing, RecordLookup } from '../ports/proofing.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { type Assessment, assessEvidence, initialState } from './assess.ts';
import { countWrongCode } from './codes.ts';
import { deadlineIn } from './current-proofing.ts';
import type { OpenedEvidence } from './evidence.ts';
import { receiveRecord } from './look-up.ts';
import { isWrongCode, rejectionFor } from './rejections.ts';

type Deps = Pick<IssuerDeps, 'policy' | 'random'>;

interface NewProofing {
  readonly proofingId: string;
  readonly deviceReferenceId: string;
  /** Of the key that the device has registered. */
  readonly identityKeyHash: Uint8Array;
  readonly evidence: OpenedEvidence;
  /** What the issuer's own system of record said about the code. */
  readonly lookup?: RecordLookup | undefined;
  /** The credential that is reverified, and whose it is. */
  readonly reverified?: { readonly credentialId: string; readonly holderId: string };
  readonly actor: Actor;
  readonly at: number;
}

/** By the table; a record from elsewhere and its code are brought there first. */
async function assess(writer: IssuerWriter, asked: NewProofing, deps: Deps): Promise<Assessment> {
  const { deviceReferenceId, evidence, lookup, reverified, at } = asked;
  const cause = lookup && (await receiveRecord(writer, lookup, evidence, asked, deps));
  if (cause) return { cause };
  const context = {
    now: at,
    deviceReferenceId,
    ...(reverified ? { reverifiedHolderId: reverified.holderId } : {}),
  };
  return assessEvidence(writer, evidence.codeHash, context, deps.policy);
}

/** Marks the code as used, or counts a wrong one; returns whether that reached the limit of all devices. */
async function settleCode(
  writer: IssuerWriter,
  { proofingId, deviceReferenceId, at }: NewProofing,
  { code, cause }: Assessment,
  { policy }: Deps,
): Promise<boolean> {
  if (code && !(await writer.useCode(code.codeId, proofingId))) {
    throw new ConflictError('the code was used meanwhile');
  }
  return cause !== undefined && isWrongCode(cause) && countWrongCode(writer, deviceReferenceId, policy, at);
}

/** What is kept of an assessment: whose proofing it is, or why it is rejected. */
function outcome({ holder, cause, maxDevices }: Assessment, { policy, random }: Deps): Partial<Proofing> {
  if (holder) return { holderId: holder.holderId };
  if (!cause) throw new Error('an assessment has neither holder nor cause');
  const primaryRejection = rejectionFor(cause, randomText(random, ALPHANUMERIC, 20), policy, maxDevices);
  return { rejected: { primaryRejection }, cause };
}

function begun({ proofingId, state, cause, rejected }: Proofing, alarm: boolean): BegunProofing {
  const issuerRejectionIdentifier = rejected?.primaryRejection.issuerRejectionIdentifier;
  const why = cause && issuerRejectionIdentifier ? { cause, issuerRejectionIdentifier } : {};
  return { proofingId, state, ...why, alarm };
}

/** Decides by the evidence and the policy what a proofing starts as, and keeps it. */
export async function beginProofing(
  writer: IssuerWriter,
  asked: NewProofing,
  deps: Deps,
): Promise<BegunProofing> {
  const { proofingId, deviceReferenceId, identityKeyHash, evidence, reverified, actor, at } = asked;
  const assessment = await assess(writer, asked, deps);
  const alarm = await settleCode(writer, asked, assessment, deps);
  const state = initialState(assessment, deps.policy);
  const context = reverified ? { reverifiesCredentialId: reverified.credentialId } : {};
  const proofing: Proofing = {
    proofingId,
    revision: 1,
    deviceReferenceId,
    identityKeyHash,
    state,
    evidenceHash: evidence.hash,
    createdAt: at,
    ...outcome(assessment, deps),
    ...context,
    ...deadlineIn(state, context, deps.policy, at),
    ...(state === 'pending' ? {} : { decidedAt: at }),
  };
  await writer.insertProofing(proofing);
  await writer.record({ subject: 'proofing', subjectId: proofingId, event: 'create', to: state, actor, at });
  await applyToReverified(writer, proofing, { actor, at });
  return begun(proofing, alarm);
}
