import type { NumberedMigration } from './dialect.ts';

/** Notes that are encrypted with the key of their holder. */
export const sealedNotes: NumberedMigration = {
  name: '042-sealed-notes',
  async up(db, { bytes }) {
    await db.schema.alterTable('state_change').addColumn('note_sealed', bytes).execute();
  },
};
