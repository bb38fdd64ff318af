import type { NumberedMigration } from './dialect.ts';

/** Priority and archive time of mediation groups. */
export const groupExtensions: NumberedMigration = {
  name: '023-group-extensions',
  async up(db) {
    await db.schema.alterTable('mediation_group').addColumn('priority', 'integer').execute();
    await db.schema.alterTable('mediation_group').addColumn('archived_at', 'bigint').execute();
  },
};
