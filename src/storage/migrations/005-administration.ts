import type { Kysely } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

async function operators(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('account_user').addColumn('role', 'text').execute();
  await db.schema.alterTable('state_change').addColumn('operator_id', 'text').execute();
  await db.schema.alterTable('state_change').addColumn('reason', 'text').execute();
}

/** Columns of an index: the table, the column of the filter, and the column that orders pages. */
const FILTERS = [
  ['proofing', 'state', 'proofing_id'],
  ['proofing', 'holder_id', 'proofing_id'],
  ['proofing', 'device_reference_id', 'proofing_id'],
  ['credential', 'state', 'credential_id'],
  ['state_change', 'request_id', 'change_id'],
  ['state_change', 'operator_id', 'change_id'],
] as const;

async function filters(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, order] of FILTERS) {
    await db.schema.createIndex(`${table}_by_${column}`).on(table).columns([column, order]).execute();
  }
}

async function requests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('handled_request')
    .addColumn('entry_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('error_id', 'text')
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('handled_request_id').on('handled_request').column('request_id').execute();
  await db.schema
    .createIndex('handled_request_error')
    .on('handled_request')
    .column('error_id')
    .where('error_id', 'is not', null)
    .execute();
}

export const administration: NumberedMigration = {
  name: '005-administration',
  async up(db) {
    await operators(db);
    await filters(db);
    await requests(db);
  },
};
