import type { Insertable, Selectable } from 'kysely';
import type { Role, ScopeName } from '../../accounts/permissions.ts';
import type {
  Artifact,
  ClientKind,
  Consent,
  OAuthClient,
  User,
  UserState,
} from '../../accounts/ports/entities.ts';
import type { AttemptCount } from '../../conventions/attempt-limit.ts';
import { member } from '../columns.ts';
import type { AccountTables } from '../schema/accounts.ts';

type Row<Table extends keyof AccountTables> = Selectable<AccountTables[Table]>;
type NewRow<Table extends keyof AccountTables> = Insertable<AccountTables[Table]>;

export const list = (text: string) => JSON.parse(text) as readonly string[];

export function toUser(row: Row<'account_user'>): User {
  return {
    userId: row.user_id,
    revision: row.revision,
    email: row.shown_email ?? row.email,
    ...(row.organisation_issuer !== null &&
      row.organisation_subject !== null && {
        organisation: { issuer: row.organisation_issuer, subject: row.organisation_subject },
      }),
    passwordHash: row.password_hash,
    passwordIsOwn: row.password_is_own === 1,
    state: row.state as UserState,
    ...member('role', row.role as Role | null),
    publishers: list(row.publishers),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

export function fromUser(user: User): NewRow<'account_user'> {
  return {
    user_id: user.userId,
    revision: user.revision,
    // Users of an organisation can have the email of another user. No email equals an id.
    email: user.organisation ? user.userId : user.email,
    organisation_issuer: user.organisation?.issuer ?? null,
    organisation_subject: user.organisation?.subject ?? null,
    shown_email: user.organisation ? user.email : null,
    password_hash: user.passwordHash,
    password_is_own: user.passwordIsOwn ? 1 : 0,
    state: user.state,
    role: user.role ?? null,
    publishers: JSON.stringify(user.publishers),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    // `deleteSessions` writes it.
    ...(user.state === 'deleted' && { seen_at: null }),
  };
}

export function toClient(row: Row<'oauth_client'>): OAuthClient {
  return {
    clientId: row.client_id,
    revision: row.revision,
    name: row.name,
    kind: row.kind as ClientKind,
    ...member('secretHash', row.secret_hash),
    redirectUris: list(row.redirect_uris),
    postLogoutRedirectUris: list(row.post_logout_redirect_uris),
    publishers: list(row.publishers),
    scopes: list(row.scopes) as readonly ScopeName[],
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

export function fromClient(client: OAuthClient): NewRow<'oauth_client'> {
  return {
    client_id: client.clientId,
    revision: client.revision,
    name: client.name,
    kind: client.kind,
    secret_hash: client.secretHash ?? null,
    redirect_uris: JSON.stringify(client.redirectUris),
    post_logout_redirect_uris: JSON.stringify(client.postLogoutRedirectUris),
    publishers: JSON.stringify(client.publishers),
    scopes: JSON.stringify(client.scopes),
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  };
}

export function toConsent(row: Row<'oauth_consent'>): Consent {
  return {
    grantId: row.grant_id,
    userId: row.user_id,
    clientId: row.client_id,
    publishers: list(row.publishers),
    createdAt: Number(row.created_at),
  };
}

export function fromConsent(consent: Consent): NewRow<'oauth_consent'> {
  return {
    grant_id: consent.grantId,
    user_id: consent.userId,
    client_id: consent.clientId,
    publishers: JSON.stringify(consent.publishers),
    created_at: consent.createdAt,
  };
}

export function toAttempts(row: Row<'sign_in_attempt'>): AttemptCount {
  return { subject: row.subject, failures: row.failures, windowEndsAt: Number(row.window_ends_at) };
}

export function toArtifact(row: Row<'oauth_artifact'>): Artifact {
  return {
    model: row.model,
    id: row.artifact_id,
    payload: JSON.parse(row.payload) as object,
    ...member('grantId', row.grant_id),
    ...member('userId', row.user_id),
    ...member('uid', row.uid),
    ...member('source', row.source),
    ...member('consumedAt', row.consumed_at === null ? null : Number(row.consumed_at)),
    expiresAt: Number(row.expires_at),
  };
}

export function fromArtifact(artifact: Artifact): NewRow<'oauth_artifact'> {
  return {
    model: artifact.model,
    artifact_id: artifact.id,
    payload: JSON.stringify(artifact.payload),
    grant_id: artifact.grantId ?? null,
    user_id: artifact.userId ?? null,
    uid: artifact.uid ?? null,
    source: artifact.source ?? null,
    consumed_at: artifact.consumedAt ?? null,
    expires_at: artifact.expiresAt,
  };
}
