import type { NumberedMigration } from './dialect.ts';

/** What a stored batch replaced, so that it is forgotten when a later one replaces any of it. */
export const scopesOfReplacements: NumberedMigration = {
  name: '049-scopes-of-replacements',
  async up(db) {
    for (const [column, type] of [
      ['publisher_id', 'text'],
      ['source', 'text'],
      ['first_day', 'integer'],
      ['last_day', 'integer'],
      ['scope', 'text'],
    ] as const)
      await db.schema.alterTable('statistics_batch').addColumn(column, type).execute();
    await db.schema
      .createIndex('statistics_batch_replaced')
      .on('statistics_batch')
      .columns(['publisher_id', 'source', 'last_day'])
      .where('publisher_id', 'is not', null)
      .execute();
  },
};
