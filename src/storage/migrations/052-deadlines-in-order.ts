import type { NumberedMigration } from './dialect.ts';

/** Credentials are listed by their deadlines. Many can have the same one, if an action was required of all of them. */
export const deadlinesInOrder: NumberedMigration = {
  name: '052-deadlines-in-order',
  async up(db) {
    await db.schema.dropIndex('credential_deadline').execute();
    await db.schema
      .createIndex('credential_deadline')
      .on('credential')
      .columns(['deadline_at', 'credential_id'])
      .where('deadline_at', 'is not', null)
      .execute();
  },
};
