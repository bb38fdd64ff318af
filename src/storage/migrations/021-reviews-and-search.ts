import { type Kysely, sql } from 'kysely';
import type { DialectTypes, NumberedMigration } from './dialect.ts';

/** Who has a proofing open, and until when. */
async function claims(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('proofing_claim')
    .addColumn('proofing_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('operator_id', 'text', (c) => c.notNull())
    .addColumn('claimed_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('proofing_claim_expiry').on('proofing_claim').column('expires_at').execute();
}

/** Keyed digests by which a holder is found; `searched_version` is the version of the record that they are of. */
async function search(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('holder_search')
    .addColumn('digest', bytes, (c) => c.notNull())
    .addColumn('holder_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('holder_search_key', ['digest', 'holder_id'])
    .execute();
  await db.schema.createIndex('holder_search_holder').on('holder_search').column('holder_id').execute();
  await db.schema.alterTable('holder').addColumn('searched_version', 'integer').execute();
  await sql`create index holder_to_index on holder (holder_id)
    where searched_version is null or searched_version <> record_version`.execute(db);
}

/** Columns of refused requests by which they are listed; null in all others. */
const REFUSED = ['refused', 'operation', 'device_reference_id'] as const;

async function requests(db: Kysely<unknown>): Promise<void> {
  for (const column of REFUSED) {
    await db.schema.alterTable('handled_request').addColumn(column, 'text').execute();
    await db.schema
      .createIndex(`handled_request_by_${column}`)
      .on('handled_request')
      .columns([column, 'entry_id'])
      .where(sql.ref(column), 'is not', null)
      .execute();
  }
  await db.schema
    .createIndex('handled_request_refused')
    .on('handled_request')
    .column('entry_id')
    .where(sql.ref('refused'), 'is not', null)
    .execute();
  await db.schema
    .createTable('request_count')
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('interface', 'text', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('request_count_key', ['hour', 'interface', 'operation', 'outcome'])
    .execute();
}

export const reviewsAndSearch: NumberedMigration = {
  name: '021-reviews-and-search',
  async up(db, types) {
    await claims(db);
    await search(db, types);
    await requests(db);
    // Pictures of what was decided read this index alone.
    await db.schema
      .createIndex('proofing_decisions_by_created_at')
      .on('proofing')
      .columns(['created_at', 'state', 'rejection_cause', 'decided_at'])
      .execute();
  },
};
