import { type Kysely, sql } from 'kysely';
import type { DialectTypes, NumberedMigration } from './dialect.ts';

/** Lists, and how many counters of each are reserved. */
async function lists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('status_list')
    .addColumn('list_no', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('base_uri', 'text', (c) => c.notNull())
    .addColumn('period_end', 'bigint', (c) => c.notNull())
    .addColumn('entries', 'integer', (c) => c.notNull())
    .addColumn('reserved', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .execute();
  const byPeriod = db.schema.createIndex('status_list_by_period').on('status_list');
  await byPeriod.columns(['period_end', 'base_uri']).execute();
}

/** The newest token of each list, and which process makes the next one. */
async function publications(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('status_publication')
    .addColumn('list_no', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('claimed_at', 'bigint')
    .addColumn('token', bytes)
    .execute();
}

/** The entries whose bits are set, and credential versions whose entries are revoked later. */
async function revoked(db: Kysely<unknown>, { clustered }: DialectTypes): Promise<void> {
  const entries = db.schema
    .createTable('status_revoked')
    .addColumn('list_no', 'integer', (c) => c.notNull())
    .addColumn('idx', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('status_revoked_pk', ['list_no', 'idx']);
  await entries.modifyEnd(clustered ?? sql``).execute();
  await db.schema
    .createTable('status_superseded')
    .addColumn('credential_id', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('status_superseded_pk', ['credential_id', 'version_id'])
    .execute();
  await db.schema.createIndex('status_superseded_due').on('status_superseded').column('due_at').execute();
}

export const statusLists: NumberedMigration = {
  name: '033-status-lists',
  async up(db, types) {
    await lists(db);
    await publications(db, types);
    await revoked(db, types);
    await db.schema.alterTable('issued_mso').addColumn('status_list_no', 'integer').execute();
    await db.schema.alterTable('issued_mso').addColumn('status_idx', 'integer').execute();
    await sql`create unique index issued_mso_status on issued_mso (status_list_no, status_idx)
      where status_list_no is not null`.execute(db);
  },
};
