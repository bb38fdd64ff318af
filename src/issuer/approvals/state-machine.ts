import { StatusError } from '../../conventions/status.ts';

/** `interrupted`: the process that ran it has not told how it ended, and may have ended itself. */
export type ApprovalState = 'awaited' | 'running' | 'done' | 'failed' | 'interrupted' | 'refused' | 'expired';

export type ApprovalEvent = 'approve' | 'refuse' | 'expire' | 'succeed' | 'fail' | 'interrupt';

/** State × event → next state; an absent event is refused. An interrupted one may still be told how it ended. */
export const APPROVAL_TRANSITIONS: Record<ApprovalState, Partial<Record<ApprovalEvent, ApprovalState>>> = {
  awaited: { approve: 'running', refuse: 'refused', expire: 'expired' },
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
  running: 'interrupt',
};

/** @throws StatusError FAILED_PRECONDITION when the state has no such event. */
export function nextApprovalState(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  const next = APPROVAL_TRANSITIONS[state][event];
  if (next !== undefined) return next;
  const text = `the approval is ${state}: nothing waits for it any more`;
  throw new StatusError('FAILED_PRECONDITION', 'APPROVAL_NOT_AWAITED', text);
}
