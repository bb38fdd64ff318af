import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import type { Panel } from '../../../conventions/panel.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { REQUEST_INTERFACES } from '../../../issuer/ports/requests.ts';
import { EventView } from '../audit-log/methods.ts';
import { nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

/** A subject that the request named, with the states before and after the request. */
const Named = Type.Object({
  subject: Type.Enum(['device', 'proofing', 'credential']),
  id: Type.String(),
  before: Type.Optional(Type.String({ description: 'State when the request came in.' })),
  after: Type.Optional(Type.String({ description: 'State when it was answered.' })),
  holderId: Type.Optional(Type.String({ description: 'Holder to whom it belongs now.' })),
  documentType: Type.Optional(Type.String({ description: "Type of that holder's document." })),
});

const Condition = Type.Optional(
  Type.String({ description: 'The condition in the order of checks that did not hold.' }),
);

const Interface = Type.Enum([...REQUEST_INTERFACES]);

const Caller = Type.Optional(
  Type.String({ description: 'The caller, in the admin and the mediation interface.' }),
);
const CallerName = Type.Optional(Type.String({ description: 'Email of the caller.' }));
const ClientId = Type.Optional(
  Type.String({
    description: 'The OAuth client of the caller, or the one that a refused request of OAuth named.',
  }),
);
const PublisherId = Type.Optional(Type.String({ description: 'In the mediation interface.' }));

const HandledRequestView = Type.Object({
  requestId: Type.String(),
  interface: Interface,
  operation: Type.String(),
  time: Time('When it came in.'),
  milliseconds: Type.Number({ description: 'Until it was answered.' }),
  bodyBytes: Type.Integer(),
  members: Type.Array(Type.String(), {
    description: 'Names of the members that were sent, without values; lists with their length.',
  }),
  outcome: Type.String({ description: '`ok`, the reason of the refusal, `overload` or `internal`.' }),
  failedCheck: Type.Optional(Type.String({ description: 'Name of the check that refused.' })),
  condition: Condition,
  description: Type.Optional(
    Type.String({ description: 'What was wrong; each member of the request that was wrong has a line.' }),
  ),
  remedy: Type.Optional(Type.String({ description: 'What to do.' })),
  errorId: Type.Optional(Type.String({ description: 'issuerErrorIdentifier of the answer.' })),
  operatorId: Caller,
  operatorName: CallerName,
  clientId: ClientId,
  publisherId: PublisherId,
  named: Type.Array(Named),
});
export type HandledRequestView = Static<typeof HandledRequestView>;

/** Kinds of ids, in the order in which an id is looked up. */
export const EXPLAINED_KINDS = [
  'request',
  'error',
  'rejection',
  'proofing',
  'credential',
  'device',
  'user',
  'oauthClient',
  'publisher',
  'mediationGroup',
  'holder',
] as const;
export type ExplainedKind = (typeof EXPLAINED_KINDS)[number];

/** The panel whose ids are of the kind; other kinds are of both. */
export const KIND_PANELS: { readonly [Kind in ExplainedKind]?: Panel } = {
  error: 'issuer',
  rejection: 'issuer',
  proofing: 'issuer',
  credential: 'issuer',
  device: 'issuer',
  publisher: 'mediation',
  mediationGroup: 'mediation',
  holder: 'issuer',
};

const SubjectView = Type.Object({
  subject: Type.Enum(['device', 'proofing', 'credential']),
  id: Type.String(),
  state: Type.String({ description: 'As it is now.' }),
  rejectionCause: Type.Optional(Type.String({ description: 'Why it was rejected automatically.' })),
});
export type SubjectView = Static<typeof SubjectView>;

const RefusedRequestView = Type.Object({
  id: Type.String({ description: 'Of the row; sorts by time.' }),
  requestId: Type.String(),
  interface: Interface,
  operation: Type.String(),
  time: Time('When it came in.'),
  milliseconds: Type.Number({ description: 'Until it was answered.' }),
  bodyBytes: Type.Integer(),
  reason: Type.String({ description: 'The reason of the refusal, `overload` or `internal`.' }),
  failedCheck: Type.Optional(Type.String({ description: 'Name of the check that refused.' })),
  condition: Condition,
  description: Type.Optional(
    Type.String({ description: 'What was wrong; each member of the request that was wrong has a line.' }),
  ),
  errorId: Type.Optional(Type.String({ description: 'issuerErrorIdentifier of the answer.' })),
  operatorId: Caller,
  operatorName: CallerName,
  clientId: ClientId,
  publisherId: PublisherId,
  deviceReferenceId: Type.Optional(Type.String()),
  holderId: Type.Optional(Type.String({ description: 'The holder whose device it is.' })),
  proofingId: Type.Optional(Type.String()),
  credentialId: Type.Optional(Type.String()),
});

export const REQUEST_METHODS = {
  listRefusedRequests: {
    http: ['GET', '/admin/v1/refusedRequests'],
    role: 'viewer',
    command: 'refusals list',
    summary: 'List refused requests, newest first; as long as requests are kept (retention.requestDays)',
    request: Type.Object(
      {
        operation: Type.Optional(
          Type.String({ description: 'Only of this operation or method.', maxLength: 100 }),
        ),
        reason: Type.Optional(Type.String({ description: 'Only with this reason.', maxLength: 100 })),
        deviceReferenceId: Type.Optional(Id('Only of this device.')),
        operatorId: Type.Optional(Id('Only by this caller: a user, or `operator` for the admin token.')),
        clientId: Type.Optional(Id('Only of this OAuth client.')),
        publisherId: Type.Optional(Id('Only for this publisher account.')),
        startTime: Type.Optional(Time('From when on.')),
        endTime: Type.Optional(Time('Before when.')),
        ...page,
      },
      closed,
    ),
    response: Type.Object({ requests: Type.Array(RefusedRequestView), nextPageToken }),
  },
  getRequest: {
    http: ['GET', '/admin/v1/requests/{id}'],
    role: 'viewer',
    command: 'explain',
    summary: 'Explain an id: the fields of a request, the check that failed, the changes',
    request: Type.Object(
      {
        id: Id(
          'A requestId, or the `X-Request-Id` of an answer, issuerErrorIdentifier, issuerRejectionIdentifier, proofingId, credentialId or deviceReferenceId; id of a user, OAuth client, publisher or holder; id or resource name of a mediation group.',
        ),
        kind: Type.Optional(
          Type.Enum([...EXPLAINED_KINDS], {
            description: 'Kind of the id. Default: the first kind that is found.',
          }),
        ),
      },
      closed,
    ),
    response: Type.Object({
      kind: Type.Enum([...EXPLAINED_KINDS], { description: 'The kind that was found.' }),
      subjects: Type.Array(SubjectView, {
        description: 'What the id names, and what belongs to it; empty for requests and errors.',
      }),
      requests: Type.Array(HandledRequestView, {
        description:
          'Those of the id, or those that changed its subjects. Clients choose request ids and may use one twice; oldest first, 100 at most.',
      }),
      events: Type.Array(EventView, {
        description: 'State changes by these requests, or of these subjects.',
      }),
    }),
  },
} as const satisfies Record<string, AdminMethod>;
