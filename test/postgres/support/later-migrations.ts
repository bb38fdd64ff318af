import type { NumberedMigration } from '../../../src/storage/migrations/dialect.ts';

/** Tables that both panels read whole rows of. */
const WIDENED = ['holder', 'device', 'credential', 'publisher', 'mediation_group', 'ad_unit_mapping'];

/** Adds what older versions do not look at. */
const expand: NumberedMigration = {
  name: '900-remark',
  async up(db) {
    for (const table of WIDENED) await db.schema.alterTable(table).addColumn('remark', 'text').execute();
    await db.schema.createTable('remark').addColumn('text', 'text').execute();
  },
};

/** Takes away what versions used that do not know the one before. */
const contract: NumberedMigration = {
  name: '901-no-remark-after-900',
  async up(db) {
    await db.schema.dropTable('remark').execute();
  },
};

const STEPS: Readonly<Record<string, readonly NumberedMigration[]>> = {
  expand: [expand],
  contract: [expand, contract],
};

/** What a later version does to the schema, by the variable LATER_MIGRATIONS. */
export const LATER: readonly NumberedMigration[] = STEPS[process.env.LATER_MIGRATIONS ?? ''] ?? [];
