import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { OrderBy, type SortFields } from '../../../conventions/order-by.ts';
import { CHALLENGE_KINDS, Challenged, Rejected, Rejection } from '../../../issuer/contract/index.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { END_CAUSES, type ProofingState, REJECTION_CAUSES } from '../../../issuer/model/index.ts';
import { PROOFING_TRANSITIONS } from '../../../issuer/proofing/state-machine.ts';
import { EventView } from '../audit-log/methods.ts';
import { CodeView } from '../codes/methods.ts';
import { CredentialView } from '../credentials/methods.ts';
import { DeviceView } from '../devices/methods.ts';
import { HolderView } from '../holders/methods.ts';
import {
  eachResult,
  etag,
  idPrefix,
  MOST_ITEMS,
  Note,
  nextPageToken,
  page,
  subjectFilter,
} from '../members.ts';
import type { AdminMethod } from '../method.ts';

const State = Type.Enum(Object.keys(PROOFING_TRANSITIONS) as ProofingState[], {
  description: 'Only those in this state.',
});

const Claim = Type.Optional(
  Type.Enum(['none', 'own', 'others'], {
    description: 'Only those that nobody, the caller or somebody else has claimed.',
  }),
);

export const ProofingView = Type.Object({
  etag,
  claim: Type.Optional(
    Type.Object(
      {
        operatorId: Type.String(),
        name: Type.Optional(Type.String({ description: 'Email of the operator.' })),
        expireTime: Time('When it ends, unless it is renewed.'),
      },
      { description: 'Who has it open.' },
    ),
  ),
  id: Type.String(),
  deviceReferenceId: Type.String(),
  state: Type.String(),
  holderId: Type.Optional(
    Type.String({
      description:
        'The holder of the code, if the code could be used; in a reverification only the holder of the credential. A rejected proofing may have been sent on the device of another person.',
    }),
  ),
  reverifiesCredentialId: Type.Optional(Type.String()),
  rejected: Type.Optional(Rejected),
  rejectionCause: Type.Optional(
    Type.Enum([...REJECTION_CAUSES], {
      description: 'Why it was rejected automatically; not sent to the wallet.',
    }),
  ),
  endCause: Type.Optional(
    Type.Enum([...END_CAUSES], {
      description:
        'Why it was canceled or revoked where neither the user nor an operator did: the device registered another identity key.',
    }),
  ),
  challenged: Type.Optional(Challenged),
  createTime: Time('When the evidence came in.'),
  decideTime: Type.Optional(Time('When it was decided.')),
  deadlineTime: Type.Optional(
    Time('When it expires. An accepted proofing with which a credential was provisioned has none.'),
  ),
});
export type ProofingView = Static<typeof ProofingView>;

const DecidedProofing = Type.Object({
  ...ProofingView.properties,
  decision: Type.Optional(
    Type.Object(EventView.properties, {
      description: 'The last change of its state: who decided, when and why.',
    }),
  ),
});
export type DecidedProofing = Static<typeof DecidedProofing>;

/** A Rejected message, or only its primary rejection. */
const RejectDetail = Type.Object({ ...Type.Partial(Rejected).properties, ...Rejection.properties }, closed);
const ChallengeDetail = Type.Object(
  {
    challengeDescription: Challenged.properties.challengeDescription,
    ...Type.Partial(Type.Object(CHALLENGE_KINDS)).properties,
  },
  closed,
);

/** Sorting by deadline needs the filter pending or challenged, because only these states have deadlines. */
export const PROOFING_SORTS = {
  createTime: 'createdAt',
  deadlineTime: 'deadlineAt',
} as const satisfies SortFields;

const ReviewView = Type.Object({
  proofing: DecidedProofing,
  evidence: Type.Object({
    kind: Type.Enum(['preAuthorizationCode', 'none']),
    code: Type.Optional(CodeView),
  }),
  holder: Type.Optional(HolderView),
  device: DeviceView,
  findings: Type.Array(
    Type.Object({ reason: Type.String(), problem: Type.String({ description: 'In fixed words.' }) }),
    { description: 'What accepting would be refused with now.' },
  ),
  isAcceptable: Type.Boolean(),
  earlierProofings: Type.Array(ProofingView, {
    description: 'Others of the holder and of the device, newest first, 50 at most.',
  }),
  codes: Type.Array(CodeView, { description: 'Of the holder, newest first, 50 at most.' }),
  credentials: Type.Array(CredentialView, { description: 'Of the holder, newest first, 50 at most.' }),
  reasons: Type.Object(
    { reject: Type.Array(Type.String()), challenge: Type.Array(Type.String()) },
    {
      description:
        'Members of `detail` that the policy allows. validateOnly shows the message of a decision.',
    },
  ),
});

export const PROOFING_METHODS = {
  listProofings: {
    http: ['GET', '/admin/v1/proofings'],
    role: 'viewer',
    command: 'proofings list',
    summary: 'List proofings',
    request: Type.Object(
      {
        state: Type.Optional(State),
        ...subjectFilter,
        claim: Claim,
        orderBy: OrderBy(PROOFING_SORTS),
        ...idPrefix,
        ...page,
      },
      closed,
    ),
    response: Type.Object({ proofings: Type.Array(ProofingView), nextPageToken }),
  },
  getProofing: {
    http: ['GET', '/admin/v1/proofings/{id}'],
    role: 'viewer',
    command: 'proofings show',
    summary: 'Get a proofing',
    request: Type.Object({ id: Id('Proofing') }, closed),
    response: DecidedProofing,
  },
  getProofingReview: {
    http: ['GET', '/admin/v1/proofings/{id}/review'],
    role: 'operator',
    command: 'proofings review',
    summary:
      'Get what a decision is made by: evidence, holder, device, what came before, and what keeps it from being accepted',
    request: Type.Object({ id: Id('Proofing') }, closed),
    response: ReviewView,
  },
  claimProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:claim'],
    role: 'operator',
    audit: ['proofing.claim', 'proofing.takeOver'],
    noValidateOnly: 'it is courtesy, and decides nothing',
    command: 'proofings claim',
    summary:
      'Claim a proofing that waits for 5 minutes, so that no other operator begins with it; again to renew it',
    request: Type.Object(
      {
        id: Id('Proofing'),
        takeOver: Type.Optional(Type.Boolean({ description: 'Also when another operator has claimed it.' })),
      },
      closed,
    ),
    response: ProofingView,
  },
  claimNextProofing: {
    http: ['POST', '/admin/v1/proofings:claimNext'],
    role: 'operator',
    audit: ['proofing.claim'],
    noValidateOnly: 'it is courtesy, and decides nothing',
    command: 'proofings next',
    summary: 'Claim the pending proofing that expires first and that no other operator has claimed',
    request: Type.Object(
      { skip: Type.Optional(Type.Array(Id('Proofing to leave out.'), { maxItems: 100 })) },
      closed,
    ),
    response: Type.Object({ proofing: Type.Optional(ProofingView) }),
  },
  releaseProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:release'],
    role: 'operator',
    audit: ['proofing.release'],
    noValidateOnly: 'it is courtesy, and decides nothing',
    command: 'proofings release',
    summary: 'End your claim of a proofing',
    request: Type.Object({ id: Id('Proofing') }, closed),
    response: ProofingView,
  },
  acceptProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:accept'],
    role: 'approver',
    etagOf: 'getProofing',
    audit: ['proofing.accept'],
    command: 'proofings accept',
    summary: 'Accept a pending or challenged proofing',
    request: Type.Object({ id: Id('Proofing'), note: Note }, closed),
    response: ProofingView,
  },
  rejectProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:reject'],
    role: 'approver',
    etagOf: 'getProofing',
    final: true,
    audit: ['proofing.reject'],
    command: 'proofings reject',
    summary: 'Reject a pending or challenged proofing',
    request: Type.Object({ id: Id('Proofing'), detail: Type.Optional(RejectDetail), note: Note }, closed),
    response: ProofingView,
  },
  challengeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:challenge'],
    role: 'operator',
    etagOf: 'getProofing',
    audit: ['proofing.challenge'],
    command: 'proofings challenge',
    summary: 'Ask the user of a pending proofing to complete a challenge',
    request: Type.Object({ id: Id('Proofing'), detail: Type.Optional(ChallengeDetail), note: Note }, closed),
    response: ProofingView,
  },
  resumeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:resume'],
    role: 'operator',
    etagOf: 'getProofing',
    audit: ['proofing.resume'],
    command: 'proofings resume',
    summary: 'The challenge was completed: the proofing is pending again',
    request: Type.Object({ id: Id('Proofing'), note: Note }, closed),
    response: ProofingView,
  },
  decideProofings: {
    http: ['POST', '/admin/v1/proofings:decide'],
    role: 'operator',
    noValidateOnly: 'it is a batch, of which single requests can be tried out',
    final: true,
    audit: ['proofing.reject', 'proofing.challenge', 'proofing.resume'],
    command: { none: 'proofings reject, challenge and resume take several ids' },
    summary:
      'Reject, challenge or resume several proofings, with an answer for each. Rejecting needs the role approver; none are accepted in bulk',
    request: Type.Object(
      {
        ids: Type.Array(Id('Proofing'), { minItems: 1, maxItems: MOST_ITEMS }),
        decision: Type.Enum(['reject', 'challenge', 'resume']),
        detail: Type.Optional(Type.Union([RejectDetail, ChallengeDetail])),
        note: Note,
      },
      closed,
    ),
    response: eachResult({ id: Type.String(), proofing: Type.Optional(ProofingView) }),
  },
  revokeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:revoke'],
    role: 'approver',
    etagOf: 'getProofing',
    final: true,
    audit: ['proofing.revoke'],
    command: 'proofings revoke',
    summary:
      'Revoke an accepted proofing: ProvisionCredential no longer takes it. A credential that was provisioned with it stays, and gets MSOs until it is revoked itself',
    request: Type.Object({ id: Id('Proofing'), note: Note }, closed),
    response: ProofingView,
  },
} as const satisfies Record<string, AdminMethod>;
