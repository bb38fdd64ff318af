import { currentRole } from '../../accounts/roles.ts';
import { StatusError } from '../../conventions/status.ts';
import { HOUR } from '../../conventions/time.ts';
import { explainRefusal } from '../../issuer/explain-refusal.ts';
import {
  type Actor,
  APPROVAL_DEADLINE_EVENTS,
  APPROVAL_TRANSITIONS,
  type Approval,
  type ApprovalEvent,
} from '../../issuer/model/index.ts';
import type { OperatorReader, OperatorWriter } from '../../issuer/ports/operators.ts';
import { nextState } from '../../issuer/transition.ts';
import type { People } from '../access/second-person.ts';
import type { UserNames } from '../access/user-names.ts';
import type { LogAdminDeps, OperationDeps } from '../operation/deps.ts';

export interface ApprovalDeps extends Pick<LogAdminDeps, 'store' | 'clock' | 'random'> {
  readonly waitingMethod: OperationDeps['waitingMethod'];
  readonly people: People;
  readonly names: UserNames;
  /** How long a request waits for approval, and how long it may then be sent again, in milliseconds. */
  readonly waits: number;
}

/** What the methods for approvals need. */
export const approvals = ({
  log,
  accounts,
  policy,
  confirmRole,
  waitingMethod,
}: OperationDeps): ApprovalDeps => ({
  ...log,
  waitingMethod,
  people: {
    roleOf: (user) => currentRole(accounts.policy, user),
    confirmRole,
    areOfOrganisation: policy.secondPersonOfOrganisation,
  },
  waits: policy.approvalHours * HOUR,
});

export async function approvalById(reader: OperatorReader, id: string): Promise<Approval> {
  const approval = await reader.approval(id);
  if (approval) return approval;
  throw new StatusError('APPROVAL_NOT_FOUND', 'there is no approval with this id');
}

/** What the entries about an approval name: its method, for a key also the role or the id, and whether a rotation ends. */
export function concernsOf({ method, arguments: kept }: Approval): readonly string[] {
  if (kept === undefined || !method.endsWith('Key')) return [method];
  const { role, id, finish } = JSON.parse(kept) as Readonly<Record<string, string | boolean | undefined>>;
  // The role that importKey takes by default.
  const key = role ?? id ?? (method === 'importKey' ? 'documentSigner' : undefined);
  return [method, ...(typeof key === 'string' ? [key] : []), ...(finish === true ? ['finishRotation'] : [])];
}

interface ApprovalChange {
  readonly event: ApprovalEvent;
  readonly actor: Actor;
  readonly at: number;
  readonly decidedBy?: string;
  readonly failure?: string;
  /** The reason code that the person gave. */
  readonly reason?: string;
  /** When a running method counts as interrupted, or when an approved request can no longer be sent again. */
  readonly deadlineAt?: number;
}

function changed(
  approval: Approval,
  { event, at, decidedBy, failure, deadlineAt }: ApprovalChange,
): Approval {
  const { arguments: kept, deadlineAt: _, ...rest } = approval;
  const state = nextState('approval', APPROVAL_TRANSITIONS, approval.state, event);
  return {
    ...rest,
    state,
    // Recognizes the request when it is sent again.
    ...(state === 'approved' && kept !== undefined && { arguments: kept }),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(failure !== undefined && { failure }),
    ...(deadlineAt === undefined ? { endedAt: at } : { deadlineAt }),
  };
}

/**
 * Applies an event; approvals change in no other way. The stored request is erased when it runs or can no
 * longer run. @throws StatusError if the event is not allowed in the current state
 */
export async function changeApproval(
  writer: OperatorWriter,
  approval: Approval,
  change: ApprovalChange,
): Promise<Approval> {
  const { approvalId: subjectId, state: from } = approval;
  const { event, actor, at, reason: given } = change;
  const about = { subject: 'approval', subjectId, at, reason: 'APPROVAL_NOT_AWAITED' } as const;
  const after = await explainRefusal(writer, about, () => changed(approval, change));
  // The request is erased when it runs; the entries before still name what it was about.
  const last =
    approval.arguments === undefined ? await writer.lastChange('approval', subjectId, at) : undefined;
  await writer.updateApproval(after);
  const line = { subject: 'approval', subjectId, event, from, to: after.state } as const;
  await writer.record({
    ...line,
    concerns: last?.concerns ?? concernsOf(approval),
    actor,
    at,
    ...(given && { reason: given }),
  });
  return { ...after, revision: approval.revision + 1 };
}

/** The approval at `now`: a deadline that has passed takes effect even before a sweep stores it. */
export function approvalAt(approval: Approval, now: number): Approval {
  const { deadlineAt, state } = approval;
  const event = APPROVAL_DEADLINE_EVENTS[state];
  if (event === undefined || deadlineAt === undefined || deadlineAt > now) return approval;
  return changed(approval, { event, actor: { kind: 'deadline' }, at: deadlineAt });
}

/** Stores the effect of a passed deadline before any other change of the approval. */
export async function applyApprovalDeadline(
  writer: OperatorWriter,
  approval: Approval,
  now: number,
): Promise<Approval> {
  const { state, deadlineAt } = approval;
  const event = APPROVAL_DEADLINE_EVENTS[state];
  if (event === undefined || deadlineAt === undefined || deadlineAt > now) return approval;
  return changeApproval(writer, approval, { event, actor: { kind: 'deadline' }, at: now });
}
