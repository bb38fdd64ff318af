import type { NumberedMigration } from './dialect.ts';

/** What the wallet platform is to be told, one row for each proofing or credential. */
export const outbox: NumberedMigration = {
  name: '012-outbox',
  async up(db) {
    await db.schema
      .createTable('outbox_entry')
      .addColumn('entry_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('revision', 'integer', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('subject_id', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('next_attempt_at', 'bigint')
      .addColumn('fault', 'text')
      .execute();
    const unique = db.schema.createIndex('outbox_entry_by_subject').unique().on('outbox_entry');
    await unique.columns(['subject', 'subject_id']).execute();
    await db.schema
      .createIndex('outbox_entry_by_next_attempt')
      .on('outbox_entry')
      .column('next_attempt_at')
      .execute();
  },
};
