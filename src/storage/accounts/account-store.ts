import { type DeleteResult, type Kysely, sql } from 'kysely';
import type { AccountStore, AccountWriter, Ended } from '../../accounts/ports/store.ts';
import type { LogWriter } from '../../audit/ports/log.ts';
import type { RandomFill } from '../../conventions/random-text.ts';
import type { Clock } from '../../conventions/time.ts';
import { logWriter } from '../audit/audit-log.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema/index.ts';
import { updateRow } from '../statements.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { accountReader } from './account-reader.ts';
import { consoleWriter, deleteSessions } from './console-store.ts';
import { organisationWriter } from './organisation-store.ts';
import { passkeyWriter } from './passkey-store.ts';
import { fromArtifact, fromClient, fromConsent, fromUser } from './rows.ts';

/** Maximum number of ids in one DELETE, because databases limit the number of parameters. */
const GRANTS_PER_DELETE = 500;

async function endOfUser(db: Kysely<Schema>, userId: string, except = ''): Promise<void> {
  await db.deleteFrom('oauth_consent').where('user_id', '=', userId).execute();
  await db.deleteFrom('oauth_artifact').where('user_id', '=', userId).execute();
  await deleteSessions(db, (all) => all.where('user_id', '=', userId).where('session_id', '!=', except));
  await db.deleteFrom('console_code').where('user_id', '=', userId).execute();
  await db.deleteFrom('organisation_sign_in').where('user_id', '=', userId).execute();
}

async function endOfClient(db: Kysely<Schema>, clientId: string): Promise<void> {
  const query = db.selectFrom('oauth_consent').select('grant_id').where('client_id', '=', clientId);
  const grants = (await query.execute()).map((row) => row.grant_id);
  for (let first = 0; first < grants.length; first += GRANTS_PER_DELETE) {
    const some = grants.slice(first, first + GRANTS_PER_DELETE);
    await db.deleteFrom('oauth_artifact').where('grant_id', 'in', some).execute();
  }
  await db.deleteFrom('oauth_consent').where('client_id', '=', clientId).execute();
}

async function endOfGrant(db: Kysely<Schema>, grantId: string): Promise<void> {
  await db.deleteFrom('oauth_consent').where('grant_id', '=', grantId).execute();
  await db.deleteFrom('oauth_artifact').where('grant_id', '=', grantId).execute();
  await db.deleteFrom('organisation_sign_in').where('grant_id', '=', grantId).execute();
}

function endGrants(db: Kysely<Schema>, ended: Ended): Promise<void> {
  if ('userId' in ended) return endOfUser(db, ended.userId, ended.except);
  if ('clientId' in ended) return endOfClient(db, ended.clientId);
  return endOfGrant(db, ended.grantId);
}

const deleted = (results: readonly DeleteResult[]) => Number(results[0]?.numDeletedRows ?? 0n);

async function purge(db: Kysely<Schema>, now: number, limit: number): Promise<number> {
  const expired = db.selectFrom('oauth_artifact').where('expires_at', '<=', now);
  // A consent lives as long as its grant.
  const grants = expired.where('model', '=', 'Grant').select('artifact_id');
  const consents = await db.deleteFrom('oauth_consent').where('grant_id', 'in', grants).execute();
  const artifacts = await db
    .deleteFrom('oauth_artifact')
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('model', 'artifact_id'),
        'in',
        expired.select(['model', 'artifact_id']).limit(limit).$asTuple('model', 'artifact_id'),
      ),
    )
    .execute();
  const tokens = await db
    .deleteFrom('oauth_revoked_token')
    .where('token_id', 'in', (eb) =>
      eb.selectFrom('oauth_revoked_token').select('token_id').where('expires_at', '<=', now).limit(limit),
    )
    .execute();
  const attempts = await db
    .deleteFrom('sign_in_attempt')
    .where('subject', 'in', (eb) =>
      eb.selectFrom('sign_in_attempt').select('subject').where('window_ends_at', '<=', now).limit(limit),
    )
    .execute();
  const challenges = await db
    .deleteFrom('used_challenge')
    .where('challenge_hash', 'in', (eb) =>
      eb.selectFrom('used_challenge').select('challenge_hash').where('expires_at', '<=', now).limit(limit),
    )
    .execute();
  return [consents, artifacts, tokens, attempts, challenges].map(deleted).reduce((sum, one) => sum + one);
}

function accountWriter(db: Kysely<Schema>, log: LogWriter): AccountWriter {
  return {
    ...accountReader(db),
    ...consoleWriter(db),
    ...passkeyWriter(db),
    ...organisationWriter(db),
    ...log,
    async insertUser(user) {
      await db.insertInto('account_user').values(fromUser(user)).execute();
    },
    updateUser: (user) => updateRow(db, 'account_user', { key: ['user_id'] }, fromUser(user)),
    async deleteUser(userId) {
      await db.deleteFrom('passkey').where('user_id', '=', userId).execute();
      await db.deleteFrom('account_user').where('user_id', '=', userId).execute();
    },
    async insertClient(client) {
      await db.insertInto('oauth_client').values(fromClient(client)).execute();
    },
    updateClient: (client) => updateRow(db, 'oauth_client', { key: ['client_id'] }, fromClient(client)),
    async deleteClient(clientId) {
      await db.deleteFrom('oauth_client').where('client_id', '=', clientId).execute();
    },
    async insertConsent(consent) {
      await db.insertInto('oauth_consent').values(fromConsent(consent)).execute();
    },
    endGrants: (ended) => endGrants(db, ended),
    async revokeToken(tokenId, expiresAt) {
      const row = { token_id: tokenId, expires_at: expiresAt };
      await db
        .insertInto('oauth_revoked_token')
        .values(row)
        .onConflict((conflict) => conflict.column('token_id').doNothing())
        .execute();
    },
    async useOnce(name, expiresAt) {
      const query = db
        .insertInto('used_challenge')
        .values({ challenge_hash: name, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('challenge_hash').doNothing());
      return (await query.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
    },
    async saveAttempts({ subject, failures, windowEndsAt }) {
      const counts = { failures, window_ends_at: windowEndsAt };
      await db
        .insertInto('sign_in_attempt')
        .values({ subject, ...counts })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet(counts))
        .execute();
    },
    async forgetAttempts(subject) {
      await db.deleteFrom('sign_in_attempt').where('subject', '=', subject).execute();
    },
    async forgetAllAttempts(subject) {
      const begins = sql<boolean>`substr(subject, 1, ${sql.lit(subject.length)}) = ${subject}`;
      await db.deleteFrom('sign_in_attempt').where(begins).execute();
    },
    async saveArtifact(artifact) {
      const { model, artifact_id, consumed_at, ...row } = fromArtifact(artifact);
      await db
        .insertInto('oauth_artifact')
        .values({ model, artifact_id, consumed_at, ...row })
        // Once an artifact is consumed, it stays consumed.
        .onConflict((conflict) => conflict.columns(['model', 'artifact_id']).doUpdateSet(row))
        .execute();
    },
    async consumeArtifact(model, id, at) {
      const query = db.updateTable('oauth_artifact').set({ consumed_at: at }).where('model', '=', model);
      const fresh = query.where('artifact_id', '=', id).where('consumed_at', 'is', null);
      return (await fresh.execute())[0]?.numUpdatedRows === 1n;
    },
    async deleteArtifact(model, id) {
      const query = db.deleteFrom('oauth_artifact').where('model', '=', model);
      await query.where('artifact_id', '=', id).execute();
    },
    purge: (now, limit) => purge(db, now, limit),
  };
}

export function accountStore(database: Database, now: Clock, random: RandomFill): AccountStore {
  const newId = idsOf(database, now, random);
  const reader = accountReader(database.reader);
  return {
    read: (use) => use(reader),
    write: (use) =>
      database.write((transaction) => use(accountWriter(transaction, logWriter(transaction, newId, random)))),
  };
}
