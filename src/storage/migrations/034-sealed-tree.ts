import type { NumberedMigration } from './dialect.ts';

/** The right edge of the Merkle tree over all sealed lines. */
export const sealedTree: NumberedMigration = {
  name: '034-sealed-tree',
  async up(db, { bytes }) {
    await db.schema.alterTable('trail_seal').addColumn('edge', bytes).execute();
  },
};
