import { omit } from '../../conventions/omit.ts';
import { CHALLENGE_KINDS, type Challenged, REJECTION_REASONS, type Rejected } from '../contract/index.ts';
import { applyToReverified } from '../credential/reverification.ts';
import type { Actor, EndCause, Proofing, ProofingEvent, ProofingState } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { applyProofingDeadline } from './current-proofing.ts';
import { nextProofingState, PROOFING_TRANSITIONS } from './state-machine.ts';

const memberIn = (kinds: object, message: object = {}): string | undefined =>
  Object.keys(message).find((member) => Object.hasOwn(kinds, member));

interface Decided {
  readonly rejected?: Rejected | undefined;
  readonly challenged?: Challenged | undefined;
}

/** The code in a message to the wallet platform: why it was rejected first of all, or what the user must do. */
const reasonOf = ({ rejected, challenged }: Decided): string | undefined =>
  memberIn(REJECTION_REASONS, rejected?.primaryRejection) ?? memberIn(CHALLENGE_KINDS, challenged);

interface ProofingChange {
  readonly event: ProofingEvent;
  readonly actor: Actor;
  readonly at: number;
  readonly rejected?: Rejected;
  readonly challenged?: Challenged;
  readonly endCause?: EndCause;
  /** The deadline, in states that have one. */
  readonly deadlineAt?: number;
  /** Free text from the operator. */
  readonly note?: string;
}

/** States before a decision. */
const UNDECIDED: ReadonlySet<ProofingState> = new Set(['pending', 'challenged']);

/**
 * Applies an event; proofings change in no other way. @throws IssuerError `invalidState` if the event is not
 * allowed in the current state
 */
export async function changeProofing(
  writer: IssuerWriter,
  proofing: Proofing,
  { event, actor, at, rejected, challenged, endCause, deadlineAt, note }: ProofingChange,
): Promise<Proofing> {
  const state = nextProofingState(proofing.state, event);
  const changed: Proofing = {
    ...omit(proofing, 'rejected', 'challenged', 'deadlineAt'),
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
  const reason = endCause ?? reasonOf({ rejected, challenged });
  const message = rejected ? { rejected } : challenged && { challenged };
  const why = { ...(reason && { reason }), ...(message && { message }), ...(note !== undefined && { note }) };
  await writer.record({ ...line, ...why, actor, at });
  await applyToReverified(writer, changed, { actor, at });
  return { ...changed, revision: proofing.revision + 1 };
}

/** Ends the open proofings of the identity key that the device replaces. Their codes stay used. */
export async function endProofingsOfKey(
  writer: IssuerWriter,
  deviceReferenceId: string,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Promise<void> {
  for (const stored of await writer.openProofingsOf(deviceReferenceId)) {
    const proofing = await applyProofingDeadline(writer, stored, at);
    if (PROOFING_TRANSITIONS[proofing.state].replaceKey === undefined) continue;
    await changeProofing(writer, proofing, { event: 'replaceKey', endCause: 'deviceKeyReplaced', actor, at });
  }
}
