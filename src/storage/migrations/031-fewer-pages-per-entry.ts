import { type Kysely, sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** The indexes by which filters find entries. With `unindexed`, SQLite finds ids of a subject in the index alone. */
const INDEXES = [
  ['state_change_subject', 'subject, subject_id, change_id, unindexed', ''],
  ['state_change_by_request_id', 'request_id, change_id', ''],
  ['state_change_by_operator_id', 'operator_id, change_id', ''],
  ['state_change_by_publisher_id', 'publisher_id, change_id', 'publisher_id is not null and '],
] as const;

async function partialIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns, condition] of INDEXES) {
    await db.schema.dropIndex(name).execute();
    await sql`create index ${sql.ref(name)} on state_change (${sql.raw(columns)})
      where ${sql.raw(condition)}unindexed is null`.execute(db);
  }
  await sql`create index state_change_unindexed on state_change (change_id)
    where unindexed is not null`.execute(db);
}

/**
 * New entries get into the indexes later, many at once. Their details can be compressed; details_length is then the
 * number of characters.
 */
export const fewerPagesPerEntry: NumberedMigration = {
  name: '031-fewer-pages-per-entry',
  async up(db, { bytes }) {
    await db.schema.alterTable('state_change').addColumn('unindexed', 'integer').execute();
    await db.schema.alterTable('state_change').addColumn('details_deflated', bytes).execute();
    await db.schema.alterTable('state_change').addColumn('details_length', 'integer').execute();
    await partialIndexes(db);
  },
};
