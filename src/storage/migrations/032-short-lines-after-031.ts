import type { NumberedMigration } from './dialect.ts';

/**
 * Changes no schema. Groups are written with lines in a short form (src/storage/mediation/stored-lines.ts), which
 * processes that do not know migration 031 cannot read.
 */
export const shortLines: NumberedMigration = {
  name: '032-short-lines-after-031',
  async up() {},
};
