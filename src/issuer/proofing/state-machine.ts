import { IssuerError } from '../errors.ts';

export type ProofingState =
  | 'pending'
  | 'accepted'
  | 'rejected'
  | 'challenged'
  | 'canceled'
  | 'revoked'
  | 'expired';

/** `resume`: the user completed the challenge and the issuer goes on deciding. `expire`: the deadline passed. */
export type ProofingEvent = 'accept' | 'reject' | 'challenge' | 'resume' | 'cancel' | 'revoke' | 'expire';

/** State × event → next state; an absent event is an invalid state. */
export const PROOFING_TRANSITIONS: Record<ProofingState, Partial<Record<ProofingEvent, ProofingState>>> = {
  pending: {
    accept: 'accepted',
    reject: 'rejected',
    challenge: 'challenged',
    cancel: 'canceled',
    expire: 'expired',
  },
  challenged: {
    accept: 'accepted',
    reject: 'rejected',
    challenge: 'challenged',
    resume: 'pending',
    cancel: 'canceled',
    expire: 'expired',
  },
  canceled: { cancel: 'canceled' },
  accepted: { revoke: 'revoked' },
  rejected: {},
  revoked: {},
  expired: {},
};

/** @throws IssuerError `invalidState` when the state has no such event. */
export function nextProofingState(state: ProofingState, event: ProofingEvent): ProofingState {
  const next = PROOFING_TRANSITIONS[state][event];
  if (next === undefined) {
    throw new IssuerError('invalidState', `a proofing that is ${state} cannot take the event "${event}"`);
  }
  return next;
}
