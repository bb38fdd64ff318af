import type { Challenged, Rejected } from '../contract/index.ts';
import { changeCredential } from '../credential/change.ts';
import { reverificationOutcome } from '../credential/reverification.ts';
import { settleCredential } from '../credential/settle.ts';
import { isLive } from '../credential/state-machine.ts';
import type { Actor, Proofing } from '../ports/entities.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { nextProofingState, type ProofingEvent } from './state-machine.ts';

interface ProofingChange {
  readonly event: ProofingEvent;
  readonly actor: Actor;
  readonly at: number;
  readonly rejected?: Rejected;
  readonly challenged?: Challenged;
  /** For states that wait. */
  readonly deadlineAt?: number;
}

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
  { event, actor, at, rejected, challenged, deadlineAt }: ProofingChange,
): Promise<Proofing> {
  const state = nextProofingState(proofing.state, event);
  const { rejected: _, challenged: __, deadlineAt: ___, ...rest } = proofing;
  const changed: Proofing = {
    ...rest,
    state,
    ...(rejected ? { rejected } : {}),
    ...(challenged ? { challenged } : {}),
    ...(deadlineAt === undefined ? { decidedAt: at } : { deadlineAt }),
  };
  await writer.updateProofing(changed);
  const { proofingId: subjectId } = proofing;
  await writer.record({ subject: 'proofing', subjectId, event, from: proofing.state, to: state, actor, at });
  await applyToReverified(writer, changed, { actor, at });
  return { ...changed, revision: proofing.revision + 1 };
}
