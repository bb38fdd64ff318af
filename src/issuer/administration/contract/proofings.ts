import { type Static, Type } from 'typebox';
import { type AdminMethod, closed, nextPageToken, page, Time } from '../../../conventions/admin/index.ts';
import { CHALLENGE_KINDS, Challenged, Rejected, Rejection } from '../../contract/index.ts';
import { Identifier as Id } from '../../contract/scalars.ts';
import { REJECTION_CAUSES } from '../../proofing/rejections.ts';
import { PROOFING_TRANSITIONS, type ProofingState } from '../../proofing/state-machine.ts';
import { subjectFilter } from './filters.ts';

const State = Type.Enum(Object.keys(PROOFING_TRANSITIONS) as ProofingState[], {
  description: 'Only those in this state.',
});

export const ProofingView = Type.Object({
  id: Type.String(),
  deviceReferenceId: Type.String(),
  state: Type.String(),
  holderId: Type.Optional(Type.String()),
  reverifiesCredentialId: Type.Optional(Type.String()),
  rejected: Type.Optional(Rejected),
  rejectionCause: Type.Optional(
    Type.Enum([...REJECTION_CAUSES], {
      description: 'What stood in the way where nobody decided; the wallet is not told.',
    }),
  ),
  challenged: Type.Optional(Challenged),
  createTime: Time('When the evidence came in.'),
  decideTime: Type.Optional(Time('When it was decided.')),
  deadlineTime: Type.Optional(Time('When it expires.')),
});
export type ProofingView = Static<typeof ProofingView>;

/** A Rejected message, or its primary rejection alone. */
const RejectDetail = Type.Object({ ...Type.Partial(Rejected).properties, ...Rejection.properties }, closed);
const ChallengeDetail = Type.Object(
  {
    challengeDescription: Challenged.properties.challengeDescription,
    ...Type.Partial(Type.Object(CHALLENGE_KINDS)).properties,
  },
  closed,
);

export const PROOFING_METHODS = {
  listProofings: {
    http: ['GET', '/admin/v1/proofings'],
    role: 'viewer',
    summary: 'List proofings',
    request: Type.Object({ state: Type.Optional(State), ...subjectFilter, ...page }, closed),
    response: Type.Object({ proofings: Type.Array(ProofingView), nextPageToken }),
  },
  getProofing: {
    http: ['GET', '/admin/v1/proofings/{id}'],
    role: 'viewer',
    summary: 'Get a proofing',
    request: Type.Object({ id: Id('Proofing') }, closed),
    response: ProofingView,
  },
  acceptProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:accept'],
    role: 'approver',
    summary: 'Accept a pending or challenged proofing',
    request: Type.Object({ id: Id('Proofing') }, closed),
    response: ProofingView,
  },
  rejectProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:reject'],
    role: 'approver',
    summary: 'Reject a pending or challenged proofing',
    request: Type.Object({ id: Id('Proofing'), detail: Type.Optional(RejectDetail) }, closed),
    response: ProofingView,
  },
  challengeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:challenge'],
    role: 'operator',
    summary: 'Ask the user of a pending proofing to complete a challenge',
    request: Type.Object({ id: Id('Proofing'), detail: Type.Optional(ChallengeDetail) }, closed),
    response: ProofingView,
  },
  resumeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:resume'],
    role: 'operator',
    summary: 'The challenge was completed: the proofing is pending again',
    request: Type.Object({ id: Id('Proofing') }, closed),
    response: ProofingView,
  },
  revokeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:revoke'],
    role: 'approver',
    summary: 'Revoke an accepted proofing: nothing more is provisioned with it',
    request: Type.Object({ id: Id('Proofing') }, closed),
    response: ProofingView,
  },
} as const satisfies Record<string, AdminMethod>;
