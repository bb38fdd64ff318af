import { nextState } from '../transition.ts';

export type CredentialState = 'provisionPending' | 'active' | 'revoked' | 'deleted';

/**
 * `prove`: a proof of provisioning was verified. `refresh`: more MSOs. `supersede`: the holder's data changed.
 * `requireAction` / `clearAction`: userActionRequired is set or resolved. `failAttempt`: a reverification was
 * rejected. `delete`: the wallet deleted it.
 */
export type CredentialEvent =
  | 'provision'
  | 'prove'
  | 'refresh'
  | 'supersede'
  | 'requireAction'
  | 'clearAction'
  | 'failAttempt'
  | 'revoke'
  | 'delete';

/** State × event → next state; an absent event is an invalid state. */
export const CREDENTIAL_TRANSITIONS: Record<
  CredentialState,
  Partial<Record<CredentialEvent, CredentialState>>
> = {
  provisionPending: {
    provision: 'provisionPending',
    prove: 'active',
    supersede: 'provisionPending',
    clearAction: 'provisionPending',
    failAttempt: 'provisionPending',
    revoke: 'revoked',
    delete: 'deleted',
  },
  active: {
    provision: 'active',
    refresh: 'active',
    supersede: 'provisionPending',
    requireAction: 'active',
    clearAction: 'active',
    failAttempt: 'active',
    revoke: 'revoked',
    delete: 'deleted',
  },
  // The wallet reports the deletion that a revocation caused; revoked stays final.
  revoked: { delete: 'revoked' },
  deleted: { delete: 'deleted' },
};

/** @throws EventRefused, `invalidState`, when the state has no such event. */
export function nextCredentialState(state: CredentialState, event: CredentialEvent): CredentialState {
  return nextState('credential', CREDENTIAL_TRANSITIONS, state, event);
}

export function isLive(state: CredentialState): boolean {
  return state === 'provisionPending' || state === 'active';
}
