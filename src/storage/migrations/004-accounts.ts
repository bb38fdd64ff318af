import type { Kysely } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

async function users(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_user')
    .addColumn('user_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('publishers', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sign_in_attempt')
    .addColumn('subject', 'text', (c) => c.primaryKey().notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('window_ends_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_attempt_window')
    .on('sign_in_attempt')
    .column('window_ends_at')
    .execute();
}

async function clients(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('oauth_client')
    .addColumn('client_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text')
    .addColumn('redirect_uris', 'text', (c) => c.notNull())
    .addColumn('post_logout_redirect_uris', 'text', (c) => c.notNull())
    .addColumn('publishers', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function consents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('oauth_consent')
    .addColumn('grant_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('publishers', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('oauth_consent_user').on('oauth_consent').column('user_id').execute();
  await db.schema.createIndex('oauth_consent_client').on('oauth_consent').column('client_id').execute();
}

async function artifacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('oauth_artifact')
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('artifact_id', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('grant_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('uid', 'text')
    .addColumn('consumed_at', 'bigint')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('oauth_artifact_key', ['model', 'artifact_id'])
    .execute();
  for (const column of ['grant_id', 'user_id', 'uid', 'expires_at']) {
    await db.schema.createIndex(`oauth_artifact_${column}`).on('oauth_artifact').column(column).execute();
  }
  await db.schema
    .createTable('oauth_revoked_token')
    .addColumn('token_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('oauth_revoked_token_expiry')
    .on('oauth_revoked_token')
    .column('expires_at')
    .execute();
}

export const accounts: NumberedMigration = {
  name: '004-accounts',
  async up(db) {
    await users(db);
    await clients(db);
    await consents(db);
    await artifacts(db);
  },
};
