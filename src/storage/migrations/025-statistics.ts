import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { DialectTypes, NumberedMigration } from './dialect.ts';

const SUMS = [
  'ad_requests',
  'matched_requests',
  'impressions',
  'clicks',
  'revenue_micros',
  'bid_requests',
  'bids_in_auction',
  'winning_bids',
] as const;

function withSums<Columns extends string>(
  table: CreateTableBuilder<string, Columns>,
  names: readonly string[],
) {
  return names.reduce<CreateTableBuilder<string, string>>(
    (builder, name) => builder.addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    table as CreateTableBuilder<string, string>,
  );
}

/** The small integers that stand for a source of numbers, and for a combination of dimensions. */
async function dictionaries(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('statistics_feed')
    .addColumn('feed_no', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('ad_source_id', 'text', (c) => c.notNull())
    .addColumn('settled', 'integer', (c) => c.notNull())
    .addColumn('metrics', 'integer', (c) => c.notNull())
    .addUniqueConstraint('statistics_feed_of', ['publisher_id', 'source', 'ad_source_id', 'settled'])
    .execute();
  let keys = db.schema
    .createTable('statistics_key')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('key_no', 'integer', (c) => c.notNull())
    .addColumn('digest', bytes, (c) => c.notNull())
    .addColumn('used_until', 'integer', (c) => c.notNull()) as CreateTableBuilder<string, string>;
  for (const name of ['ad_unit', 'app', 'platform', 'format', 'mediation_group', 'line', 'country'])
    keys = keys.addColumn(name, 'text', (c) => c.notNull());
  for (const name of ['os_version', 'sdk_version', 'app_version', 'serving_restriction', 'currency'])
    keys = keys.addColumn(name, 'text', (c) => c.notNull());
  await keys
    .addPrimaryKeyConstraint('statistics_key_key', ['publisher_id', 'key_no'])
    .addUniqueConstraint('statistics_key_digest', ['publisher_id', 'digest'])
    .execute();
  await db.schema.createIndex('statistics_key_used').on('statistics_key').column('used_until').execute();
  await db.schema
    .createTable('statistics_version')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('dimension', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('statistics_version_key', ['publisher_id', 'day', 'dimension', 'value'])
    .execute();
  await db.schema.createIndex('statistics_version_day').on('statistics_version').column('day').execute();
}

async function sums(db: Kysely<unknown>, { clustered }: DialectTypes): Promise<void> {
  for (const time of ['hour', 'day']) {
    const table = db.schema
      .createTable(`statistics_${time}`)
      .addColumn('feed_no', 'integer', (c) => c.notNull())
      .addColumn(time, 'integer', (c) => c.notNull())
      .addColumn('key_no', 'integer', (c) => c.notNull());
    await withSums(table, SUMS)
      .addPrimaryKeyConstraint(`statistics_${time}_key`, ['feed_no', time, 'key_no'])
      .modifyEnd(clustered ?? sql``)
      .execute();
  }
  const slots = db.schema
    .createTable('statistics_slot')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('experiment_id', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull());
  await withSums(slots, ['users', ...SUMS.slice(0, 5)])
    .addPrimaryKeyConstraint('statistics_slot_key', [
      'publisher_id',
      'experiment_id',
      'day',
      'slot',
      'currency',
    ])
    .modifyEnd(clustered ?? sql``)
    .execute();
}

/** What arrived: batches, to know a repeated one; days of a source; days that a network has settled. */
async function arrivals(db: Kysely<unknown>, { bytes }: DialectTypes): Promise<void> {
  await db.schema
    .createTable('statistics_batch')
    .addColumn('digest', bytes, (c) => c.primaryKey().notNull())
    .addColumn('accepted', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('statistics_batch_expiry')
    .on('statistics_batch')
    .column('expires_at')
    .execute();
  await db.schema
    .createTable('statistics_arrival')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('statistics_arrival_key', ['publisher_id', 'source', 'day'])
    .execute();
  await db.schema.createIndex('statistics_arrival_day').on('statistics_arrival').column('day').execute();
  await db.schema
    .createTable('statistics_settled')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('ad_source_id', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('metrics', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('statistics_settled_key', ['publisher_id', 'day', 'ad_source_id', 'source'])
    .execute();
  await db.schema.createIndex('statistics_settled_day').on('statistics_settled').column('day').execute();
}

/** What a publishable key has sent on a day, for its daily ceiling. */
async function ceilings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('statistics_ceiling')
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('day', 'integer', (c) => c.notNull())
    .addColumn('sent', 'bigint', (c) => c.notNull())
    .addColumn('revenue_micros', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('statistics_ceiling_key', ['key_id', 'day'])
    .execute();
  await db.schema.createIndex('statistics_ceiling_day').on('statistics_ceiling').column('day').execute();
}

export const statistics: NumberedMigration = {
  name: '025-statistics',
  async up(db, types) {
    await dictionaries(db, types);
    await sums(db, types);
    await arrivals(db, types);
    await ceilings(db);
  },
};
