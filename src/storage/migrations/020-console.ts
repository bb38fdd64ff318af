import type { NumberedMigration } from './dialect.ts';

/** Sessions of browsers on the consoles, and the one-time codes that start one. */
export const consoleTables: NumberedMigration = {
  name: '020-console',
  async up(db) {
    await db.schema
      .createTable('console_session')
      .addColumn('session_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('console', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('signed_in_at', 'bigint', (c) => c.notNull())
      .addColumn('authenticated_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .execute();
    for (const column of ['user_id', 'signed_in_at', 'last_used_at'])
      await db.schema.createIndex(`console_session_${column}`).on('console_session').column(column).execute();
    await db.schema
      .createTable('console_code')
      .addColumn('code_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('code_hash', 'text', (c) => c.notNull().unique())
      .addColumn('console', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('console_code_expiry').on('console_code').column('expires_at').execute();
  },
};
