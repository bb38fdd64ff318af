import type { NumberedMigration } from './dialect.ts';

/** Lists of a span of time read that span, not the whole table. */
export const createdAt: NumberedMigration = {
  name: '011-created-at',
  async up(db) {
    await db.schema
      .createIndex('proofing_by_created_at')
      .on('proofing')
      .columns(['created_at', 'proofing_id'])
      .execute();
    await db.schema
      .createIndex('credential_by_created_at')
      .on('credential')
      .columns(['created_at', 'credential_id'])
      .execute();
  },
};
