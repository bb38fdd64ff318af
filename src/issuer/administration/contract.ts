import { type Static, type TSchema, Type } from 'typebox';
import { CHALLENGE_KINDS, Challenged, Rejected, Rejection, UserActionRequired } from '../contract/index.ts';
import { Identifier as Id } from '../contract/scalars.ts';

const Time = (description: string) => Type.String({ description, format: 'date-time' });

const page = {
  pageSize: Type.Optional(
    Type.Integer({ description: 'Most rows in the answer; 100 when left out.', minimum: 0 }),
  ),
  pageToken: Type.Optional(
    Type.String({ description: 'nextPageToken of the answer before.', maxLength: 1024 }),
  ),
};
const nextPageToken = Type.Optional(Type.String());

/** A record to import; a portrait and other bytes are base64. */
export const HolderImport = Type.Object(
  {
    id: Id("The issuer's own id of the person; personal data does not belong here."),
    documentType: Type.Optional(Type.String({ description: 'docType; the mDL when left out.' })),
    elements: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'Data elements by namespace and identifier.',
    }),
  },
  { additionalProperties: false },
);
export type HolderImport = Static<typeof HolderImport>;

const ImportedHolder = Type.Object({
  id: Type.String(),
  result: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('unchanged')]),
  supersededCredentials: Type.Integer({ description: 'Credentials that got a new version.' }),
});

/** What is known of a holder, without the record. */
export const HolderView = Type.Object({
  id: Type.String(),
  documentType: Type.String(),
  state: Type.String(),
  recordVersion: Type.Integer(),
  createTime: Time('When the holder was imported first.'),
  updateTime: Time('When the record changed last.'),
});
export type HolderView = Static<typeof HolderView>;

export const CodeView = Type.Object({
  code: Type.String({ description: 'Shown once; only its hash is kept.' }),
  holderId: Type.String(),
  expireTime: Time('When it can no longer be used.'),
});

export const ProofingView = Type.Object({
  id: Type.String(),
  deviceReferenceId: Type.String(),
  state: Type.String(),
  holderId: Type.Optional(Type.String()),
  reverifiesCredentialId: Type.Optional(Type.String()),
  rejected: Type.Optional(Rejected),
  challenged: Type.Optional(Challenged),
  createTime: Time('When the evidence came in.'),
  decideTime: Type.Optional(Time('When it was decided.')),
  deadlineTime: Type.Optional(Time('When it expires.')),
});
export type ProofingView = Static<typeof ProofingView>;

export const CredentialView = Type.Object({
  id: Type.String(),
  deviceReferenceId: Type.String(),
  holderId: Type.String(),
  proofingId: Type.String(),
  state: Type.String(),
  versionId: Type.String(),
  recordVersion: Type.Integer(),
  userActionRequired: Type.Optional(UserActionRequired),
  createTime: Time('When it was provisioned first.'),
  updateTime: Time('When it changed last.'),
});
export type CredentialView = Static<typeof CredentialView>;

/** A Rejected message, or its primary rejection alone. */
const RejectDetail = Type.Object(
  { ...Type.Partial(Rejected).properties, ...Rejection.properties },
  { additionalProperties: false },
);
const ChallengeDetail = Type.Object(
  {
    challengeDescription: Challenged.properties.challengeDescription,
    ...Type.Partial(Type.Object(CHALLENGE_KINDS)).properties,
  },
  { additionalProperties: false },
);

interface AdminMethod {
  readonly http: readonly ['GET' | 'POST', string];
  readonly summary: string;
  /** Path and query parameters and, for a POST, the members of the body, in one object. */
  readonly request: TSchema;
  readonly response: TSchema;
}

/** The admin interface: `{admin_url}/admin/v1/…`. Routes, OpenAPI and the command line come from here. */
export const ADMIN_METHODS = {
  importHolders: {
    http: ['POST', '/admin/v1/holders:import'],
    summary: 'Import or change holders; all of them or none',
    request: Type.Object(
      {
        holders: Type.Array(HolderImport, { minItems: 1, maxItems: 1000 }),
        validateOnly: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ holders: Type.Array(ImportedHolder) }),
  },
  listHolders: {
    http: ['GET', '/admin/v1/holders'],
    summary: 'List holders, without their records',
    request: Type.Object(page, { additionalProperties: false }),
    response: Type.Object({ holders: Type.Array(HolderView), nextPageToken }),
  },
  getHolder: {
    http: ['GET', '/admin/v1/holders/{id}'],
    summary: 'Get a holder, without the record',
    request: Type.Object({ id: Id('Holder') }, { additionalProperties: false }),
    response: HolderView,
  },
  revokeHolder: {
    http: ['POST', '/admin/v1/holders/{id}:revoke'],
    summary: 'Revoke all credentials of a holder for good; later proofings are rejected',
    request: Type.Object({ id: Id('Holder') }, { additionalProperties: false }),
    response: Type.Object({ holder: HolderView, revokedCredentials: Type.Integer() }),
  },
  issueCode: {
    http: ['POST', '/admin/v1/codes'],
    summary: 'Issue a pre-authorization code',
    request: Type.Object(
      {
        holderId: Id('Holder'),
        ttlSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 31_536_000 })),
      },
      { additionalProperties: false },
    ),
    response: CodeView,
  },
  listProofings: {
    http: ['GET', '/admin/v1/proofings'],
    summary: 'List proofings',
    request: Type.Object(page, { additionalProperties: false }),
    response: Type.Object({ proofings: Type.Array(ProofingView), nextPageToken }),
  },
  getProofing: {
    http: ['GET', '/admin/v1/proofings/{id}'],
    summary: 'Get a proofing',
    request: Type.Object({ id: Id('Proofing') }, { additionalProperties: false }),
    response: ProofingView,
  },
  acceptProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:accept'],
    summary: 'Accept a pending or challenged proofing',
    request: Type.Object({ id: Id('Proofing') }, { additionalProperties: false }),
    response: ProofingView,
  },
  rejectProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:reject'],
    summary: 'Reject a pending or challenged proofing',
    request: Type.Object(
      { id: Id('Proofing'), detail: Type.Optional(RejectDetail) },
      { additionalProperties: false },
    ),
    response: ProofingView,
  },
  challengeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:challenge'],
    summary: 'Ask the user of a pending proofing to complete a challenge',
    request: Type.Object(
      { id: Id('Proofing'), detail: Type.Optional(ChallengeDetail) },
      { additionalProperties: false },
    ),
    response: ProofingView,
  },
  resumeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:resume'],
    summary: 'The challenge was completed: the proofing is pending again',
    request: Type.Object({ id: Id('Proofing') }, { additionalProperties: false }),
    response: ProofingView,
  },
  revokeProofing: {
    http: ['POST', '/admin/v1/proofings/{id}:revoke'],
    summary: 'Revoke an accepted proofing: nothing more is provisioned with it',
    request: Type.Object({ id: Id('Proofing') }, { additionalProperties: false }),
    response: ProofingView,
  },
  listCredentials: {
    http: ['GET', '/admin/v1/credentials'],
    summary: 'List credentials',
    request: Type.Object(page, { additionalProperties: false }),
    response: Type.Object({ credentials: Type.Array(CredentialView), nextPageToken }),
  },
  getCredential: {
    http: ['GET', '/admin/v1/credentials/{id}'],
    summary: 'Get a credential',
    request: Type.Object({ id: Id('Credential') }, { additionalProperties: false }),
    response: CredentialView,
  },
  revokeCredential: {
    http: ['POST', '/admin/v1/credentials/{id}:revoke'],
    summary: 'Revoke a credential, on its one device, for good',
    request: Type.Object({ id: Id('Credential') }, { additionalProperties: false }),
    response: CredentialView,
  },
  requireAction: {
    http: ['POST', '/admin/v1/credentials/{id}:requireAction'],
    summary: 'Require the user to act until a deadline',
    request: Type.Object(
      { id: Id('Credential'), action: UserActionRequired },
      { additionalProperties: false },
    ),
    response: CredentialView,
  },
  clearAction: {
    http: ['POST', '/admin/v1/credentials/{id}:clearAction'],
    summary: 'Resolve a required action by hand',
    request: Type.Object({ id: Id('Credential') }, { additionalProperties: false }),
    response: CredentialView,
  },
} as const satisfies Record<string, AdminMethod>;

export type AdminMethodName = keyof typeof ADMIN_METHODS;
export type AdminRequest<Name extends AdminMethodName> = Static<(typeof ADMIN_METHODS)[Name]['request']>;
export type AdminResponse<Name extends AdminMethodName> = Static<(typeof ADMIN_METHODS)[Name]['response']>;
