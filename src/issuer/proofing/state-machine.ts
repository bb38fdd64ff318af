import type { ProofingEvent, ProofingState } from '../model/index.ts';
import { nextState } from '../transition.ts';

/** State × event → next state. An event that is absent is not allowed in the state. */
export const PROOFING_TRANSITIONS: Record<ProofingState, Partial<Record<ProofingEvent, ProofingState>>> = {
  pending: {
    accept: 'accepted',
    reject: 'rejected',
    challenge: 'challenged',
    cancel: 'canceled',
    expire: 'expired',
    replaceKey: 'canceled',
  },
  challenged: {
    accept: 'accepted',
    reject: 'rejected',
    challenge: 'challenged',
    resume: 'pending',
    cancel: 'canceled',
    expire: 'expired',
    replaceKey: 'canceled',
  },
  canceled: { cancel: 'canceled' },
  accepted: { revoke: 'revoked', expire: 'expired', replaceKey: 'revoked' },
  rejected: {},
  revoked: {},
  expired: {},
};

/** @throws EventRefused, `invalidState`, if the event is not allowed in the state */
export function nextProofingState(state: ProofingState, event: ProofingEvent): ProofingState {
  return nextState('proofing', PROOFING_TRANSITIONS, state, event);
}
