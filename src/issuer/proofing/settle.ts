import type { Proofing } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { nextProofingState } from './state-machine.ts';

/** The proofing as it is at `now`: a passed deadline has taken effect, whether it was swept yet or not. */
export function proofingAt(proofing: Proofing, now: number): Proofing {
  if (proofing.deadlineAt === undefined || proofing.deadlineAt > now) return proofing;
  const { deadlineAt, challenged, ...rest } = proofing;
  return { ...rest, state: nextProofingState(proofing.state, 'expire'), decidedAt: deadlineAt };
}

/** Writes a passed deadline down, once, before anything else happens to the proofing. */
export async function settleProofing(
  writer: IssuerWriter,
  proofing: Proofing,
  now: number,
): Promise<Proofing> {
  const settled = proofingAt(proofing, now);
  if (settled === proofing) return proofing;
  await writer.updateProofing(settled);
  await writer.record({
    subject: 'proofing',
    subjectId: proofing.proofingId,
    event: 'expire',
    from: proofing.state,
    to: settled.state,
    actor: { kind: 'deadline' },
    at: now,
  });
  return { ...settled, revision: settled.revision + 1 };
}
