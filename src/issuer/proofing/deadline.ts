import type { Proofing, ProofingState } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';

type Waits = Pick<IssuerPolicy, 'pendingTtl' | 'challengedTtl' | 'acceptedTtl'>;

const TTL: Partial<Record<ProofingState, keyof Waits>> = {
  pending: 'pendingTtl',
  challenged: 'challengedTtl',
  accepted: 'acceptedTtl',
};

/** Until when a proofing may stay in a state that it enters now. A reverification gives no credential: it waits for none. */
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
