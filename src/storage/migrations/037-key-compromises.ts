import type { NumberedMigration } from './dialect.ts';

/** Which key signed each MSO, and the keys that were compromised. */
export const keyCompromises: NumberedMigration = {
  name: '037-key-compromises',
  async up(db) {
    await db.schema.alterTable('issued_mso').addColumn('signer', 'bigint').execute();
    await db.schema
      .createTable('key_compromise')
      .addColumn('key_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .addColumn('recorded_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('progress', 'text', (c) => c.notNull())
      .execute();
  },
};
