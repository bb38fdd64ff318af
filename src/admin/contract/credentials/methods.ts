import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { OrderBy, type SortFields } from '../../../conventions/order-by.ts';
import { UserActionRequired } from '../../../issuer/contract/index.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { CHANNEL_NAMES } from '../../../issuer/credential/channels.ts';
import { CREDENTIAL_TRANSITIONS } from '../../../issuer/credential/state-machine.ts';
import type { CredentialState } from '../../../issuer/model/index.ts';
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

const State = Type.Enum(Object.keys(CREDENTIAL_TRANSITIONS) as CredentialState[], {
  description: 'Only those in this state.',
});

/** Reason codes of revocations, stored in the audit log and never sent to the wallet. */
export const REVOCATION_REASONS = [
  'deviceLost',
  'deviceStolen',
  'deviceCompromised',
  'documentRevoked',
  'documentReplaced',
  'holderDeceased',
  'holderRequest',
  'issuedInError',
  'fraud',
  'keyCompromised',
  'other',
  'unspecified',
] as const;

export const RevocationReason = Type.Enum([...REVOCATION_REASONS], {
  description: 'Kept in the audit log; `unspecified` when left out.',
});

export const CredentialView = Type.Object({
  etag,
  id: Type.String(),
  deviceReferenceId: Type.String(),
  holderId: Type.String(),
  proofingId: Type.String(),
  state: Type.String(),
  versionId: Type.String(),
  recordVersion: Type.Integer(),
  channel: Type.Enum([...CHANNEL_NAMES], { description: 'How it reaches its wallet.' }),
  userActionRequired: Type.Optional(UserActionRequired),
  createTime: Time('When it was provisioned first.'),
  updateTime: Time('When it changed last.'),
});
export type CredentialView = Static<typeof CredentialView>;

/** The etag does not cover the MSOs, because they expire without a change of the credential. */
const CredentialWithMsos = Type.Object({
  ...CredentialView.properties,
  validMsos: Type.Integer({ description: 'MSOs of the current version that have not expired.' }),
});

const UserAction = Type.Optional(Type.Enum(['required'], { description: 'Only those whose user must act.' }));

/** Sorting by deadline needs the filter userAction, because only then every row has a deadline. */
export const CREDENTIAL_SORTS = {
  createTime: 'createdAt',
  deadlineTime: 'deadlineAt',
} as const satisfies SortFields;

export const CREDENTIAL_METHODS = {
  listCredentials: {
    http: ['GET', '/admin/v1/credentials'],
    role: 'viewer',
    command: 'credentials list',
    summary: 'List credentials',
    request: Type.Object(
      {
        state: Type.Optional(State),
        ...subjectFilter,
        channel: Type.Optional(
          Type.Enum([...CHANNEL_NAMES], { description: 'Only those that reach their wallets by this way.' }),
        ),
        userAction: UserAction,
        orderBy: OrderBy(CREDENTIAL_SORTS),
        ...idPrefix,
        ...page,
      },
      closed,
    ),
    response: Type.Object({ credentials: Type.Array(CredentialView), nextPageToken }),
  },
  getCredential: {
    http: ['GET', '/admin/v1/credentials/{id}'],
    role: 'viewer',
    command: 'credentials show',
    summary: 'Get a credential',
    request: Type.Object({ id: Id('Credential') }, closed),
    response: CredentialWithMsos,
  },
  revokeCredential: {
    http: ['POST', '/admin/v1/credentials/{id}:revoke'],
    role: 'approver',
    etagOf: 'getCredential',
    final: true,
    audit: ['credential.revoke'],
    command: 'credentials revoke',
    summary: 'Revoke a credential, on its one device, for good',
    request: Type.Object(
      { id: Id('Credential'), reason: Type.Optional(RevocationReason), note: Note },
      closed,
    ),
    response: CredentialView,
  },
  requireAction: {
    http: ['POST', '/admin/v1/credentials/{id}:requireAction'],
    role: 'operator',
    etagOf: 'getCredential',
    audit: ['credential.requireAction'],
    command: 'credentials require-action',
    summary: 'Require the user to act until a deadline',
    request: Type.Object({ id: Id('Credential'), action: UserActionRequired, note: Note }, closed),
    response: CredentialView,
  },
  clearActions: {
    http: ['POST', '/admin/v1/credentials:clearActions'],
    role: 'operator',
    noValidateOnly: 'it is a batch, of which single requests can be tried out',
    audit: ['credential.clearAction'],
    command: { none: 'credentials clear-action takes several ids' },
    summary: 'Resolve the required actions of several credentials by hand, with an answer for each',
    request: Type.Object(
      { ids: Type.Array(Id('Credential'), { minItems: 1, maxItems: MOST_ITEMS }), note: Note },
      closed,
    ),
    response: eachResult({ id: Type.String(), credential: Type.Optional(CredentialView) }),
  },
  clearAction: {
    http: ['POST', '/admin/v1/credentials/{id}:clearAction'],
    role: 'operator',
    etagOf: 'getCredential',
    audit: ['credential.clearAction'],
    command: 'credentials clear-action',
    summary: 'Resolve a required action by hand',
    request: Type.Object({ id: Id('Credential'), note: Note }, closed),
    response: CredentialView,
  },
} as const satisfies Record<string, AdminMethod>;
