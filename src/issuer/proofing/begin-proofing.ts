import { ConflictError } from '../../conventions/errors.ts';
import { ALPHANUMERIC, randomText } from '../../conventions/random-text.ts';
import { applyToReverified } from '../credential/reverification.ts';
import type { IssuerDeps } from '../deps.ts';
import type { Actor, Proofing } from '../model/index.ts';
import type { BegunProofing, RecordLookup } from '../ports/proofing.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { type Assessment, assessEvidence, initialState } from './assess-evidence.ts';
import { deadlineIn } from './current-proofing.ts';
import type { OpenedEvidence } from './evidence.ts';
import { receiveRecord } from './look-up-record.ts';
import { countWrongCode } from './pre-authorization-codes.ts';
import { isWrongCode, rejectionFor } from './rejections.ts';

type Deps = Pick<IssuerDeps, 'policy' | 'random'>;

interface NewProofing {
  readonly proofingId: string;
  readonly deviceReferenceId: string;
  /** Hash of the device's registered identity key, if it has one. */
  readonly identityKeyHash?: Uint8Array;
  readonly evidence: OpenedEvidence;
  /** Answer of the issuer's own system of record about the code. */
  readonly lookup?: RecordLookup | undefined;
  /** The credential to reverify, and its holder. */
  readonly reverified?: { readonly credentialId: string; readonly holderId: string };
  /** The same request provisions: whoever has the code is accepted, and nothing waits. */
  readonly provisionsNow?: true;
  readonly actor: Actor;
  readonly at: number;
}

/**
 * Assesses with the built-in table. A record from an external system, and its code, are first copied into it.
 */
async function assess(writer: IssuerWriter, asked: NewProofing, deps: Deps): Promise<Assessment> {
  const { deviceReferenceId, evidence, lookup, reverified, provisionsNow, at } = asked;
  const cause = lookup && (await receiveRecord(writer, lookup, evidence, asked, deps));
  if (cause) return { cause };
  const context = {
    now: at,
    deviceReferenceId,
    ...(reverified ? { reverifiedHolderId: reverified.holderId } : {}),
    ...(provisionsNow && { provisionsNow }),
  };
  return assessEvidence(writer, evidence.codeHash, context, deps.policy);
}

/** Marks the code as used, or counts a wrong code. Returns whether the limit of all devices was reached. */
async function useOrCountCode(
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

/** Whose code it was, if it could be used. In a reverification the code of another holder does not count. */
function codeHolder({ reverified }: NewProofing, { code }: Assessment): Pick<Proofing, 'holderId'> {
  if (!code || (reverified && reverified.holderId !== code.holderId)) return {};
  return { holderId: code.holderId };
}

/** The members that store an assessment: the holder, and the rejection. */
function outcome(asked: NewProofing, assessment: Assessment, { policy, random }: Deps): Partial<Proofing> {
  const { holder, cause, maxDevices } = assessment;
  if (holder) return { holderId: holder.holderId };
  if (!cause) throw new Error('an assessment has neither holder nor cause');
  const primaryRejection = rejectionFor(cause, randomText(random, ALPHANUMERIC, 20), policy, maxDevices);
  return { ...codeHolder(asked, assessment), rejected: { primaryRejection }, cause };
}

function begun({ proofingId, state, cause, rejected }: Proofing, alarm: boolean): BegunProofing {
  const issuerRejectionIdentifier = rejected?.primaryRejection.issuerRejectionIdentifier;
  const why = cause && issuerRejectionIdentifier ? { cause, issuerRejectionIdentifier } : {};
  return { proofingId, state, ...why, alarm };
}

/** Determines the initial state of a proofing from the evidence and the policy, and stores the proofing. */
export async function beginProofing(
  writer: IssuerWriter,
  asked: NewProofing,
  deps: Deps,
): Promise<BegunProofing> {
  const { proofingId, deviceReferenceId, identityKeyHash, evidence, reverified, provisionsNow, actor, at } =
    asked;
  const assessment = await assess(writer, asked, deps);
  const alarm = await useOrCountCode(writer, asked, assessment, deps);
  const state = provisionsNow && assessment.holder ? 'accepted' : initialState(assessment, deps.policy);
  const context = reverified ? { reverifiesCredentialId: reverified.credentialId } : {};
  const proofing: Proofing = {
    proofingId,
    revision: 1,
    deviceReferenceId,
    ...(identityKeyHash && { identityKeyHash }),
    state,
    evidenceHash: evidence.hash,
    createdAt: at,
    ...outcome(asked, assessment, deps),
    ...context,
    ...(provisionsNow ? {} : deadlineIn(state, context, deps.policy, at)),
    ...(state === 'pending' ? {} : { decidedAt: at }),
  };
  await writer.insertProofing(proofing);
  const { cause, rejected } = proofing;
  const why = { ...(cause && { reason: cause }), ...(rejected && { message: { rejected } }) };
  const line = { subject: 'proofing', subjectId: proofingId, event: 'create', to: state } as const;
  await writer.record({ ...line, ...why, actor, at });
  await applyToReverified(writer, proofing, { actor, at });
  return begun(proofing, alarm);
}
