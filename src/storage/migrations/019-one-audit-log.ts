import type { NumberedMigration } from './dialect.ts';

/**
 * The log of state changes takes the changes of publishers, users and OAuth clients too. Rows of mediation_audit are moved
 * by the server when it starts and in each sweep: processes of the version before may still write there.
 */
export const oneAuditLog: NumberedMigration = {
  name: '019-one-audit-log',
  async up(db, { bytes }) {
    for (const column of ['publisher_id', 'method', 'details'])
      await db.schema.alterTable('state_change').addColumn(column, 'text').execute();
    await db.schema.alterTable('state_change').addColumn('details_digest', bytes).execute();
    await db.schema
      .createIndex('state_change_by_publisher_id')
      .on('state_change')
      .columns(['publisher_id', 'change_id'])
      .where('publisher_id', 'is not', null)
      .execute();
  },
};
