import { nextState } from '../transition.ts';

export type ProofingState =
  | 'pending'
  | 'accepted'
  | 'rejected'
  | 'challenged'
  | 'canceled'
  | 'revoked'
  | 'expired';

/**
 * `resume`: the user completed the challenge and the issuer goes on deciding. `expire`: the deadline passed.
 * `replaceKey`: the device registered another identity key than the one that the proofing belongs to.
 */
export type ProofingEvent =
  | 'accept'
  | 'reject'
  | 'challenge'
  | 'resume'
  | 'cancel'
  | 'revoke'
  | 'expire'
  | 'replaceKey';

/** Why a proofing ended where neither the user nor an operator ended it, besides a passed deadline. */
export const END_CAUSES = ['deviceKeyReplaced'] as const;
export type EndCause = (typeof END_CAUSES)[number];

/** State × event → next state; an absent event is an invalid state. */
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

/** @throws EventRefused, `invalidState`, when the state has no such event. */
export function nextProofingState(state: ProofingState, event: ProofingEvent): ProofingState {
  return nextState('proofing', PROOFING_TRANSITIONS, state, event);
}
