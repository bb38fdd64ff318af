import type { Challenged, Rejected } from '../contract/index.ts';
import { changeCredential } from '../credential/change.ts';
import { reverificationOutcome } from '../credential/reverification.ts';
import { settleCredential } from '../credential/settle.ts';
import { isLive } from '../credential/state-machine.ts';
import type { Actor, EndCause, Proofing, ProofingEvent, ProofingState } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { nextProofingState } from './state-machine.ts';

interface ProofingChange {
  readonly event: ProofingEvent;
  readonly actor: Actor;
  readonly at: number;
  readonly rejected?: Rejected;
  readonly challenged?: Challenged;
  readonly endCause?: EndCause;
  /** For states that wait. */
  readonly deadlineAt?: number;
  /** The operator's own words. */
  readonly note?: string;
}

/** States in which nothing was decided yet. */
const UNDECIDED: ReadonlySet<ProofingState> = new Set(['pending', 'challenged']);

/** Settles the required action of the credential that the decided proofing reverifies. */
export async function applyToReverified(
  writer: IssuerWriter,
  { reverifiesCredentialId, state }: Pick<Proofing, 'reverifiesCredentialId' | 'state'>,
  { actor, at }: Pick<ProofingChange, 'actor' | 'at'>,
): Promise<void> {
  if (reverifiesCredentialId === undefined) return;
  const found = await writer.credential(reverifiesCredentialId);
  const credential = found && (await settleCredential(writer, found, at));
  if (!credential?.userActionRequired || !isLive(credential.state)) return;
  const outcome = reverificationOutcome(credential.userActionRequired, state);
  if (outcome) await changeCredential(writer, credential, { ...outcome, actor, at });
}

/**
 * Takes an event: the one way by which a proofing changes.
 * @throws IssuerError `invalidState` when the state has no such event.
 */
export async function changeProofing(
  writer: IssuerWriter,
  proofing: Proofing,
  { event, actor, at, rejected, challenged, endCause, deadlineAt, note }: ProofingChange,
): Promise<Proofing> {
  const state = nextProofingState(proofing.state, event);
  const { rejected: _, challenged: __, deadlineAt: ___, ...rest } = proofing;
  const changed: Proofing = {
    ...rest,
    state,
    ...(rejected ? { rejected } : {}),
    ...(challenged ? { challenged } : {}),
    ...(endCause ? { endCause } : {}),
    ...(UNDECIDED.has(state) ? {} : { decidedAt: at }),
    ...(deadlineAt === undefined ? {} : { deadlineAt }),
  };
  await writer.updateProofing(changed);
  const { proofingId: subjectId } = proofing;
  const line = { subject: 'proofing', subjectId, event, from: proofing.state, to: state } as const;
  const why = { ...(endCause && { reason: endCause }), ...(note !== undefined && { note }) };
  await writer.record({ ...line, ...why, actor, at });
  await applyToReverified(writer, changed, { actor, at });
  return { ...changed, revision: proofing.revision + 1 };
}
