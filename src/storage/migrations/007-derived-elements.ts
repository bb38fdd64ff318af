import type { NumberedMigration } from './dialect.ts';

export const derivedElements: NumberedMigration = {
  name: '007-derived-elements',
  async up(db) {
    await db.schema.alterTable('holder').addColumn('changes_on', 'text').execute();
    await db.schema.createIndex('holder_changes_on').on('holder').column('changes_on').execute();
  },
};
