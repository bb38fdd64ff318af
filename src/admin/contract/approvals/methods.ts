import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { OrderBy, type SortFields } from '../../../conventions/order-by.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { APPROVAL_TRANSITIONS, type ApprovalState } from '../../../issuer/model/index.ts';
import { etag, idPrefix, nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

const STATES = Object.keys(APPROVAL_TRANSITIONS) as ApprovalState[];

/** A request that needs a second person, with its outcome once it is decided. */
export const ApprovalView = Type.Object(
  {
    etag,
    id: Type.String(),
    state: Type.Enum(STATES),
    method: Type.String({ description: 'The requested method: its operationId.' }),
    arguments: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The request, while it waits.' }),
    ),
    requestedBy: Type.String({ description: 'Id of the user; `operator` for the admin token.' }),
    role: Type.String({ description: 'The lowest role that may approve it; the requester may not.' }),
    requestedByName: Type.Optional(Type.String({ description: 'Email of the user.' })),
    decidedByName: Type.Optional(Type.String({ description: 'Email of the user.' })),
    decidedBy: Type.Optional(Type.String({ description: 'Who approved or refused it.' })),
    failure: Type.Optional(Type.String({ description: 'The reason why the method refused.' })),
    createTime: Time('When it was requested.'),
    expireTime: Type.Optional(Time('When it stops waiting, or can no longer be sent again.')),
    endTime: Type.Optional(Time('When it ended.')),
  },
  { title: 'Approval' },
);
export type ApprovalView = Static<typeof ApprovalView>;

/** The answer of a method that waits. */
export const AwaitedAnswer = Type.Object({ approval: ApprovalView });

const id = Id('Approval');
const one = Type.Object({ id }, closed);

export const REFUSAL_REASONS = ['withdrawn', 'notNeeded', 'incorrect', 'notAllowed', 'other'] as const;

export const APPROVAL_SORTS = { createTime: 'createdAt' } as const satisfies SortFields;

export const APPROVAL_METHODS = {
  listApprovals: {
    http: ['GET', '/admin/v1/approvals'],
    role: 'viewer',
    command: 'approvals list',
    summary: 'List requests that need a second person, waiting and decided',
    request: Type.Object(
      {
        state: Type.Optional(Type.Enum(STATES, { description: 'Only those in this state.' })),
        orderBy: OrderBy(APPROVAL_SORTS),
        ...idPrefix,
        ...page,
      },
      closed,
    ),
    response: Type.Object({ approvals: Type.Array(ApprovalView), nextPageToken }),
  },
  getApproval: {
    http: ['GET', '/admin/v1/approvals/{id}'],
    role: 'viewer',
    command: 'approvals show',
    summary: 'Get an approval',
    request: one,
    response: ApprovalView,
  },
  approveApproval: {
    http: ['POST', '/admin/v1/approvals/{id}:approve'],
    role: 'approver',
    etagOf: 'getApproval',
    noValidateOnly: 'it runs another method, which takes it',
    final: true,
    audit: ['approval.approve', 'approval.allow', 'approval.succeed', 'approval.fail'],
    command: 'approvals approve',
    summary: 'Approve a request of another person: run it, or allow them to send it again',
    request: one,
    response: Type.Object({
      approval: ApprovalView,
      response: Type.Record(Type.String(), Type.Unknown(), {
        description: 'Answer of the method; empty if the request is sent again.',
      }),
    }),
  },
  refuseApproval: {
    http: ['POST', '/admin/v1/approvals/{id}:refuse'],
    role: 'approver',
    etagOf: 'getApproval',
    audit: ['approval.refuse'],
    command: 'approvals refuse',
    summary: 'Refuse a request of another person, or withdraw your own',
    request: Type.Object(
      {
        id,
        reason: Type.Optional(
          Type.Enum([...REFUSAL_REASONS], { description: 'Why; kept in the audit log.' }),
        ),
      },
      closed,
    ),
    response: ApprovalView,
  },
} as const satisfies Record<string, AdminMethod>;
