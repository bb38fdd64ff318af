import type { Kysely } from 'kysely';
import type { DialectTypes, NumberedMigration } from './dialect.ts';

async function approvals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('approval')
    .addColumn('approval_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('arguments', 'text')
    .addColumn('requested_by', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('failure', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('deadline_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('approval_deadline').on('approval').column('deadline_at').execute();
  await db.schema.alterTable('state_change').addColumn('approver_id', 'text').execute();
  await db.schema.alterTable('state_change').addColumn('concerns', 'text').execute();
}

async function seals(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('trail_seal')
    .addColumn('seal_number', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('line_digests', bytes, (c) => c.notNull())
    .addColumn('signature', bytes, (c) => c.notNull())
    .execute();
  await db.schema.alterTable('state_change').addColumn('subject_salt', bytes).execute();
  await db.schema.alterTable('state_change').addColumn('subject_digest', bytes).execute();
}

async function baseline(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('configuration_baseline')
    .addColumn('baseline_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .execute();
}

export const oversight: NumberedMigration = {
  name: '008-oversight',
  async up(db, types) {
    await approvals(db);
    await seals(db, types);
    await baseline(db);
  },
};
