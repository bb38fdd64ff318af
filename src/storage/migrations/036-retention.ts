import type { NumberedMigration } from './dialect.ts';

/** When each kind of data is purged next, and how far the purge is. */
export const retention: NumberedMigration = {
  name: '036-retention',
  async up(db) {
    await db.schema
      .createTable('retention_purge')
      .addColumn('kind', 'text', (c) => c.primaryKey().notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('so_far', 'bigint', (c) => c.notNull())
      .addColumn('done_at', 'bigint')
      .execute();
    await db.schema.createIndex('approval_by_ended_at').on('approval').column('ended_at').execute();
  },
};
