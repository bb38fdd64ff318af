import type { NumberedMigration } from './dialect.ts';

/** What lines earned in the last days, for the order of lines without prices of their own. */
export const observedPrices: NumberedMigration = {
  name: '030-observed-prices',
  async up(db) {
    await db.schema
      .createTable('observed_price')
      .addColumn('publisher_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('prices', 'text', (c) => c.notNull())
      .execute();
  },
};
