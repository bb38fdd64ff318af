import type { NumberedMigration } from './dialect.ts';

/** Notes of requests for approval that are encrypted with the key of their holder. */
export const sealedNotesOfApprovals: NumberedMigration = {
  name: '050-sealed-notes-of-approvals',
  async up(db, { bytes }) {
    await db.schema.alterTable('approval').addColumn('note_sealed', bytes).execute();
  },
};
