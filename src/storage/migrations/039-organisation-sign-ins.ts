import type { NumberedMigration } from './dialect.ts';

/** Users who sign in by the OpenID provider of their organisation, and their sign-ins. */
export const organisationSignIns: NumberedMigration = {
  name: '039-organisation-sign-ins',
  async up(db) {
    for (const column of ['organisation_issuer', 'organisation_subject', 'shown_email'])
      await db.schema.alterTable('account_user').addColumn(column, 'text').execute();
    await db.schema
      .createTable('organisation_sign_in')
      .addColumn('sign_in_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('organisation_id', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('grant_id', 'text')
      .addColumn('provider_session', 'text')
      .addColumn('is_strong', 'integer', (c) => c.notNull())
      .addColumn('signed_in_at', 'bigint', (c) => c.notNull())
      .addColumn('authenticated_at', 'bigint')
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .addColumn('refresh_token', 'text')
      .execute();
    for (const column of ['user_id', 'grant_id', 'provider_session', 'signed_in_at'])
      await db.schema
        .createIndex(`organisation_sign_in_${column}`)
        .on('organisation_sign_in')
        .column(column)
        .execute();
  },
};
