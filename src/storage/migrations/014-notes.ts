import type { NumberedMigration } from './dialect.ts';

/** What operators note on a change. The salt hides it in the seal; the digest stays when the note is erased. */
export const notes: NumberedMigration = {
  name: '014-notes',
  async up(db, { bytes }) {
    await db.schema.alterTable('state_change').addColumn('note', 'text').execute();
    await db.schema.alterTable('state_change').addColumn('note_salt', bytes).execute();
    await db.schema.alterTable('state_change').addColumn('note_digest', bytes).execute();
  },
};
