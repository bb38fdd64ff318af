import type { NumberedMigration } from './dialect.ts';

/** Texts of decisions on proofings that are encrypted with the key of their holder. */
export const sealedTexts: NumberedMigration = {
  name: '048-sealed-texts',
  async up(db, { bytes }) {
    await db.schema.alterTable('proofing').addColumn('texts_sealed', bytes).execute();
  },
};
