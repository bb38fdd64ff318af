import { nextState } from '../transition.ts';

/**
 * `approved`: who asked has not sent it again yet; most methods run with the approval and have no such state.
 * `interrupted`: the process that ran it has not told how it ended, and may have ended itself.
 */
export type ApprovalState =
  | 'awaited'
  | 'approved'
  | 'running'
  | 'done'
  | 'failed'
  | 'interrupted'
  | 'refused'
  | 'expired';

export type ApprovalEvent =
  | 'approve'
  | 'allow'
  | 'start'
  | 'refuse'
  | 'expire'
  | 'succeed'
  | 'fail'
  | 'interrupt';

/** State × event → next state; an absent event is refused. An interrupted one may still be told how it ended. */
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
