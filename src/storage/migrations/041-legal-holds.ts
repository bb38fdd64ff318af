import type { NumberedMigration } from './dialect.ts';

/** Legal holds; lifted ones stay. */
export const legalHolds: NumberedMigration = {
  name: '041-legal-holds',
  async up(db) {
    await db.schema
      .createTable('legal_hold')
      .addColumn('hold_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('holder_id', 'text')
      .addColumn('from_at', 'bigint', (c) => c.notNull())
      .addColumn('to_at', 'bigint')
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('review_at', 'bigint', (c) => c.notNull())
      .addColumn('placed_at', 'bigint', (c) => c.notNull())
      .addColumn('lifted_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('legal_hold_placed')
      .on('legal_hold')
      .columns(['placed_at', 'hold_id'])
      .execute();
  },
};
