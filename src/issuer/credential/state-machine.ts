import type { CredentialEvent, CredentialState } from '../model/index.ts';
import { nextState } from '../transition.ts';

/** State × event → next state. An event that is absent is not allowed in the state. */
export const CREDENTIAL_TRANSITIONS: Record<
  CredentialState,
  Partial<Record<CredentialEvent, CredentialState>>
> = {
  provisionPending: {
    provision: 'provisionPending',
    prove: 'active',
    issue: 'active',
    supersede: 'provisionPending',
    clearAction: 'provisionPending',
    failAttempt: 'provisionPending',
    revoke: 'revoked',
    delete: 'deleted',
  },
  active: {
    provision: 'active',
    refresh: 'active',
    issue: 'active',
    supersede: 'provisionPending',
    requireAction: 'active',
    clearAction: 'active',
    failAttempt: 'active',
    revoke: 'revoked',
    delete: 'deleted',
  },
  // The wallet reports that it deleted the revoked credential; the state stays `revoked`.
  revoked: { delete: 'revoked' },
  deleted: { delete: 'deleted' },
};

/** @throws EventRefused, `invalidState`, if the event is not allowed in the state */
export function nextCredentialState(state: CredentialState, event: CredentialEvent): CredentialState {
  return nextState('credential', CREDENTIAL_TRANSITIONS, state, event);
}

export function isLive(state: CredentialState): boolean {
  return state === 'provisionPending' || state === 'active';
}
