import type { NumberedMigration } from './dialect.ts';

/** The digests of codes are keyed from here on, so that codes that were given out before are good for nothing. */
export const codes: NumberedMigration = {
  name: '006-codes',
  async up(db, { bytes }) {
    await db.schema.dropTable('pre_authorization_code').execute();
    await db.schema
      .createTable('pre_authorization_code')
      .addColumn('code_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('code_hash', bytes, (c) => c.notNull().unique())
      .addColumn('holder_id', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_by', 'text')
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('pre_authorization_code_holder')
      .on('pre_authorization_code')
      .columns(['holder_id', 'code_id'])
      .execute();
    await db.schema
      .createIndex('pre_authorization_code_expiry')
      .on('pre_authorization_code')
      .column('expires_at')
      .execute();
    await db.schema
      .createTable('code_attempt')
      .addColumn('subject', 'text', (c) => c.primaryKey().notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('window_ends_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('code_attempt_window').on('code_attempt').column('window_ends_at').execute();
    await db.schema.alterTable('proofing').addColumn('rejection_cause', 'text').execute();
    await db.schema.createIndex('proofing_holder').on('proofing').column('holder_id').execute();
  },
};
