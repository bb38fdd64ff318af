import type { NumberedMigration } from './dialect.ts';

export const keyRequests: NumberedMigration = {
  name: '009-key-requests',
  async up(db, { bytes }) {
    await db.schema
      .createTable('key_request')
      .addColumn('key_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('request', bytes, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('discarded_at', 'bigint')
      .execute();
  },
};
