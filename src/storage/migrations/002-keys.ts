import type { NumberedMigration } from './dialect.ts';

export const keys: NumberedMigration = {
  name: '002-keys',
  async up(db, { bytes }) {
    await db.schema
      .createTable('issuer_key')
      .addColumn('key_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('stage', 'text', (c) => c.notNull())
      .addColumn('certificate', bytes, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
