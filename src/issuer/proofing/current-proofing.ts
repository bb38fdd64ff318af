import { IssuerError } from '../errors.ts';
import type { Proofing, ProofingState } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { nextProofingState } from './state-machine.ts';

/**
 * @throws IssuerError `invalidIdentifier`, with the same message for an unknown id and for an id of another
 * device
 */
export async function proofingOf(
  reader: IssuerReader,
  deviceReferenceId: string,
  proofingId: string,
): Promise<Proofing> {
  const proofing = await reader.proofing(proofingId);
  if (proofing?.deviceReferenceId !== deviceReferenceId) {
    throw new IssuerError('invalidIdentifier', 'proofingId is unknown for this deviceReferenceId');
  }
  return proofing;
}

type Waits = Pick<IssuerPolicy, 'pendingTtl' | 'challengedTtl' | 'acceptedTtl'>;

const TTL: Partial<Record<ProofingState, keyof Waits>> = {
  pending: 'pendingTtl',
  challenged: 'challengedTtl',
  accepted: 'acceptedTtl',
};

/**
 * The deadline of a proofing that enters a state now. An accepted reverification has no deadline, because
 * nothing is provisioned.
 */
export function deadlineIn(
  state: ProofingState,
  { reverifiesCredentialId }: Pick<Proofing, 'reverifiesCredentialId'>,
  policy: Waits,
  now: number,
): Pick<Proofing, 'deadlineAt'> {
  const ttl = TTL[state];
  if (ttl === undefined || (state === 'accepted' && reverifiesCredentialId !== undefined)) return {};
  return { deadlineAt: now + policy[ttl] };
}

/** The proofing at `now`. It is expired if its deadline has passed, even before the sweep stores this. */
export function proofingAt(proofing: Proofing, now: number): Proofing {
  if (proofing.deadlineAt === undefined || proofing.deadlineAt > now) return proofing;
  const { deadlineAt, challenged, ...rest } = proofing;
  return { ...rest, state: nextProofingState(proofing.state, 'expire'), decidedAt: deadlineAt };
}

/** Stores the effect of a passed deadline before any other change of the proofing. */
export async function applyProofingDeadline(
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
