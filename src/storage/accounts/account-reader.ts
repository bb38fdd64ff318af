import { type Kysely, sql } from 'kysely';
import type { Role } from '../../accounts/permissions.ts';
import type { AccountReader, AdministratorCount, AnonymousBound } from '../../accounts/ports/store.ts';
import { mapped, member } from '../columns.ts';
import { countThatFits } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { prepared } from '../statements.ts';
import { consoleReader } from './console-store.ts';
import { type OrganisationRow, organisationReader, toOrganisationSignIn } from './organisation-store.ts';
import { passkeyReader } from './passkey-store.ts';
import { list, toArtifact, toAttempts, toClient, toConsent, toUser } from './rows.ts';

const ROLE: Role = 'administrator';

export async function administrators(db: Kysely<Schema>): Promise<readonly AdministratorCount[]> {
  const rows = await db
    .selectFrom('account_user')
    .select(({ fn }) => ['organisation_issuer', fn.countAll().as('count')])
    .where('role', '=', ROLE)
    .where('state', '=', 'active')
    .groupBy('organisation_issuer')
    .execute();
  return rows.map((row) => ({ ...member('issuer', row.organisation_issuer), count: Number(row.count) }));
}

/** Maximum number of ids for each limit, so that the write that deletes their rows stays short. */
const AT_ONCE = 50;

/** All artifacts of a model have the same lifetime, so those that expire first are the oldest. */
async function surplusArtifacts(
  db: Kysely<Schema>,
  { model, source, perSource, inAll }: AnonymousBound,
): Promise<readonly string[]> {
  const anonymous = db
    .selectFrom('oauth_artifact')
    .select('artifact_id')
    .where('model', '=', model)
    .where(sql<boolean>`source is not null`)
    .orderBy('expires_at', 'desc')
    .limit(AT_ONCE);
  const ofSource = await anonymous.where('source', '=', source).offset(perSource).execute();
  const ofAll = await anonymous.offset(inAll).execute();
  return [...ofSource, ...ofAll].map(({ artifact_id }) => artifact_id);
}

const clientById = prepared((db, { id }: { readonly id: string }) =>
  db.selectFrom('oauth_client').selectAll().where('client_id', '=', id),
);

const activeGrantRow = prepared((db, { grantId }: { readonly grantId: string }) =>
  db
    .selectFrom('oauth_consent')
    .innerJoin('account_user', 'account_user.user_id', 'oauth_consent.user_id')
    .select(['oauth_consent.publishers as consented', 'account_user.publishers as held'])
    .where('oauth_consent.grant_id', '=', grantId)
    .where('account_user.state', '=', 'active'),
);

const operatorByGrant = prepared((db, { grantId }: { readonly grantId: string }) =>
  db
    .selectFrom('oauth_consent')
    .innerJoin('account_user', 'account_user.user_id', 'oauth_consent.user_id')
    .leftJoin('organisation_sign_in', 'organisation_sign_in.grant_id', 'oauth_consent.grant_id')
    .selectAll('organisation_sign_in')
    .select([
      'account_user.user_id',
      'account_user.role',
      'account_user.organisation_issuer',
      'oauth_consent.created_at',
    ])
    .where('oauth_consent.grant_id', '=', grantId)
    .where('account_user.state', '=', 'active'),
);

const revokedToken = prepared((db, { tokenId }: { readonly tokenId: string }) =>
  db.selectFrom('oauth_revoked_token').select('token_id').where('token_id', '=', tokenId),
);

const machineRow = prepared(
  (db, { clientId, tokenId }: { readonly clientId: string; readonly tokenId: string }) =>
    db
      .selectFrom('oauth_client')
      .select('publishers')
      .where('client_id', '=', clientId)
      .where('kind', '=', 'machine')
      .where(({ exists, not, selectFrom }) =>
        not(exists(selectFrom('oauth_revoked_token').select('token_id').where('token_id', '=', tokenId))),
      ),
);

export function accountReader(db: Kysely<Schema>): AccountReader {
  const users = db.selectFrom('account_user').selectAll();
  const clients = db.selectFrom('oauth_client').selectAll();
  const artifacts = db.selectFrom('oauth_artifact').selectAll();
  return {
    user: async (id) => mapped(await users.where('user_id', '=', id).executeTakeFirst(), toUser),
    userByEmail: async (email) => mapped(await users.where('email', '=', email).executeTakeFirst(), toUser),
    async listUsers({ limit, after = '' }) {
      const rows = await users.where('user_id', '>', after).orderBy('user_id').limit(limit).execute();
      return rows.map(toUser);
    },
    async emails(userIds) {
      const query = db.selectFrom('account_user').select(['user_id', 'email', 'shown_email']);
      const rows = await query.where('user_id', 'in', userIds).execute();
      // A deleted user has no email any more.
      const named = rows.map((row) => [row.user_id, row.shown_email ?? row.email] as const);
      return new Map(named.filter(([, email]) => email !== ''));
    },
    administrators: () => administrators(db),
    client: async (id) => mapped((await clientById(db, { id }))[0], toClient),
    async listClients({ limit, after = '' }) {
      const query = clients.where('client_id', '>', after).orderBy('client_id').limit(limit);
      const weight = sql<number>`octet_length(redirect_uris) + octet_length(post_logout_redirect_uris)`;
      const weights = await query.clearSelect().select(weight.as('weight')).execute();
      return (await query.limit(countThatFits(weights)).execute()).map(toClient);
    },
    async consent(grantId) {
      const query = db.selectFrom('oauth_consent').selectAll().where('grant_id', '=', grantId);
      return mapped(await query.executeTakeFirst(), toConsent);
    },
    async activeGrant(grantId) {
      const [row] = await activeGrantRow(db, { grantId });
      return row && { consented: list(row.consented), held: list(row.held) };
    },
    async operatorOf(grantId) {
      const [row] = await operatorByGrant(db, { grantId });
      if (row === undefined || row.role === null) return undefined;
      const operator = { userId: row.user_id, role: row.role as Role };
      if (row.organisation_issuer === null) return { ...operator, proof: { at: Number(row.created_at) } };
      if (row.sign_in_id === null) return undefined;
      const signIn = toOrganisationSignIn(row as OrganisationRow);
      return { ...operator, proof: member('at', signIn.authenticatedAt ?? null), signIn };
    },
    async publishersOfMachine(clientId, tokenId) {
      const [row] = await machineRow(db, { clientId, tokenId });
      return row && list(row.publishers);
    },
    async isRevoked(tokenId) {
      return (await revokedToken(db, { tokenId })).length > 0;
    },
    async attempts(subject) {
      const query = db.selectFrom('sign_in_attempt').selectAll().where('subject', '=', subject);
      return mapped(await query.executeTakeFirst(), toAttempts);
    },
    async artifact(model, id) {
      const query = artifacts.where('model', '=', model).where('artifact_id', '=', id);
      return mapped(await query.executeTakeFirst(), toArtifact);
    },
    async artifactByUid(model, uid) {
      const query = artifacts.where('uid', '=', uid).where('model', '=', model);
      return mapped(await query.executeTakeFirst(), toArtifact);
    },
    surplusArtifacts: (bound) => surplusArtifacts(db, bound),
    ...consoleReader(db),
    ...passkeyReader(db),
    ...organisationReader(db),
  };
}
