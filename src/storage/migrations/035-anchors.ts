import type { NumberedMigration } from './dialect.ts';

/** Time stamps of seals, and the state of each place where seals are anchored. */
export const anchors: NumberedMigration = {
  name: '035-anchors',
  async up(db, { bytes }) {
    await db.schema
      .createTable('seal_time_stamp')
      .addColumn('head', 'text', (c) => c.notNull())
      .addColumn('authority', 'text', (c) => c.notNull())
      .addColumn('token', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('seal_time_stamp_pk', ['head', 'authority'])
      .execute();
    await db.schema
      .createTable('anchor_place')
      .addColumn('place', 'text', (c) => c.primaryKey().notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('seal_number', 'integer')
      .addColumn('head', 'text')
      .addColumn('anchored_at', 'bigint')
      .execute();
  },
};
