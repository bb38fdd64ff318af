import type { Kysely } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

async function publishers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('publisher')
    .addColumn('publisher_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('display_name', 'text', (c) => c.notNull())
    .addColumn('currency_code', 'text', (c) => c.notNull())
    .addColumn('reporting_time_zone', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function inventory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('app')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('fragment', 'text', (c) => c.notNull())
    .addColumn('platform', 'text', (c) => c.notNull())
    .addColumn('display_name', 'text')
    .addColumn('linked', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('app_key', ['publisher_id', 'fragment'])
    .execute();
  await db.schema
    .createTable('ad_unit')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('fragment', 'text', (c) => c.notNull())
    .addColumn('app_fragment', 'text', (c) => c.notNull())
    .addColumn('display_name', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('ad_types', 'text', (c) => c.notNull())
    .addColumn('reward', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ad_unit_key', ['publisher_id', 'fragment'])
    .execute();
  await db.schema
    .createIndex('ad_unit_app')
    .on('ad_unit')
    .columns(['publisher_id', 'app_fragment', 'fragment'])
    .execute();
}

async function mappings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ad_unit_mapping')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('mapping_id', 'text', (c) => c.notNull())
    .addColumn('fragment', 'text', (c) => c.notNull())
    .addColumn('display_name', 'text')
    .addColumn('adapter_id', 'text', (c) => c.notNull())
    .addColumn('configurations', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ad_unit_mapping_key', ['publisher_id', 'mapping_id'])
    .execute();
  await db.schema
    .createIndex('ad_unit_mapping_unit')
    .on('ad_unit_mapping')
    .columns(['publisher_id', 'fragment', 'mapping_id'])
    .execute();
  await db.schema
    .createIndex('ad_unit_mapping_name')
    .on('ad_unit_mapping')
    .columns(['publisher_id', 'fragment', 'display_name', 'mapping_id'])
    .execute();
}

async function groups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mediation_group')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('display_name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('targeting', 'text', (c) => c.notNull())
    .addColumn('lines', 'text', (c) => c.notNull())
    .addColumn('open_experiment_id', 'text')
    .addColumn('open_experiment_ends_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('mediation_group_key', ['publisher_id', 'group_id'])
    .execute();
  await db.schema
    .createTable('mediation_group_term')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('term', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('mediation_group_term_key', ['publisher_id', 'group_id', 'term', 'value'])
    .execute();
  await db.schema
    .createIndex('mediation_group_term_value')
    .on('mediation_group_term')
    .columns(['publisher_id', 'term', 'value', 'group_id'])
    .execute();
  await db.schema
    .createTable('mediation_line')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('line_id', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('mediation_line_key', ['publisher_id', 'line_id'])
    .execute();
}

async function experiments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mediation_ab_experiment')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('experiment_id', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('display_name', 'text')
    .addColumn('treatment_traffic_percentage', 'integer', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .addColumn('stopped_at', 'bigint')
    .addColumn('choice', 'text')
    .addColumn('lines', 'text')
    .addPrimaryKeyConstraint('mediation_ab_experiment_key', ['publisher_id', 'group_id', 'experiment_id'])
    .execute();
}

async function audit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mediation_audit')
    .addColumn('entry_id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute();
  await db.schema
    .createIndex('mediation_audit_publisher')
    .on('mediation_audit')
    .columns(['publisher_id', 'entry_id'])
    .execute();
  await db.schema
    .createIndex('mediation_audit_resource')
    .on('mediation_audit')
    .columns(['publisher_id', 'resource', 'entry_id'])
    .execute();
}

export const mediation: NumberedMigration = {
  name: '003-mediation',
  async up(db) {
    await publishers(db);
    await inventory(db);
    await mappings(db);
    await groups(db);
    await experiments(db);
    await audit(db);
  },
};
