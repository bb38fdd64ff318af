import type { NumberedMigration } from './dialect.ts';

/** The root of each list. A running server assigns lists of earlier versions, because they name no root. */
export const rootsOfStatusLists: NumberedMigration = {
  name: '043-roots-of-status-lists',
  async up(db) {
    await db.schema.alterTable('status_list').addColumn('root', 'text').execute();
  },
};
