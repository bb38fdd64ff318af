import type { ApprovalEvent, ApprovalState } from '../model/index.ts';
import { nextState } from '../transition.ts';

/** State × event → next state; an absent event is refused. The outcome of an interrupted one may still be recorded. */
export const APPROVAL_TRANSITIONS: Record<ApprovalState, Partial<Record<ApprovalEvent, ApprovalState>>> = {
  awaited: { approve: 'running', allow: 'approved', refuse: 'refused', expire: 'expired' },
  approved: { start: 'running', refuse: 'refused', expire: 'expired' },
  running: { succeed: 'done', fail: 'failed', interrupt: 'interrupted' },
  interrupted: { succeed: 'done', fail: 'failed' },
  done: {},
  failed: {},
  refused: {},
  expired: {},
};

/** What a passed deadline does. */
export const PASSED: Partial<Record<ApprovalState, ApprovalEvent>> = {
  awaited: 'expire',
  approved: 'expire',
  running: 'interrupt',
};

/** @throws EventRefused when the state has no such event. */
export function nextApprovalState(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  return nextState('approval', APPROVAL_TRANSITIONS, state, event);
}
