/**
 * `approved`: the requester must send the request again. Most methods run at the approval and do not have
 * this state. `interrupted`: the process that ran the method has not stored the outcome, perhaps because it
 * crashed.
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

/**
 * State × event → next state. An event that is absent is refused. The outcome of an interrupted approval may
 * still be stored.
 */
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

/** The event that a passed deadline causes. */
export const APPROVAL_DEADLINE_EVENTS: Partial<Record<ApprovalState, ApprovalEvent>> = {
  awaited: 'expire',
  approved: 'expire',
  running: 'interrupt',
};

/** A request by an operator that waits, or waited, for a second person. */
export interface Approval {
  readonly approvalId: string;
  readonly revision: number;
  readonly state: ApprovalState;
  /** Name of the method in the contract. */
  readonly method: string;
  /** The arguments in canonical JSON; erased when they are no longer needed. */
  readonly arguments?: string;
  readonly requestedBy: string;
  /** Id of the request that asked for it. */
  readonly requestId: string;
  /** Id of the operator who approved or refused. */
  readonly decidedBy?: string;
  /** Reason of the refusal if the method failed. */
  readonly failure?: string;
  readonly createdAt: number;
  /** When the approval expires. While the method runs: when it counts as interrupted. */
  readonly deadlineAt?: number;
  readonly endedAt?: number;
}
