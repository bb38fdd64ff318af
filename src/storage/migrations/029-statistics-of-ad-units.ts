import type { NumberedMigration } from './dialect.ts';

/** Finds the combinations of dimensions of an ad unit, for reports with a filter. */
export const statisticsOfAdUnits: NumberedMigration = {
  name: '029-statistics-of-ad-units',
  async up(db) {
    await db.schema
      .createIndex('statistics_key_ad_unit')
      .on('statistics_key')
      .columns(['publisher_id', 'ad_unit', 'key_no'])
      .execute();
  },
};
