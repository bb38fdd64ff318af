import type { NumberedMigration } from './dialect.ts';

/** The last time that a sweep believed, so that a clock that is ahead for a moment deletes nothing. */
export const clockSight: NumberedMigration = {
  name: '044-clock-sight',
  async up(db) {
    await db.schema
      .createTable('clock_sight')
      .addColumn('sight_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('believed_at', 'bigint', (c) => c.notNull())
      .addColumn('ahead_since', 'bigint')
      .execute();
  },
};
