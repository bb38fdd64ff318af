import { sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

/** Keys by which apps get their configuration, versions of it, and the snapshots that were served. */
export const serving: NumberedMigration = {
  name: '024-serving',
  async up(db, types) {
    await db.schema
      .createTable('serving_key')
      .addColumn('serving_key', 'text', (c) => c.primaryKey().notNull())
      .addColumn('publisher_id', 'text', (c) => c.notNull())
      .addColumn('app_fragment', 'text', (c) => c.notNull())
      .addColumn('display_name', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('revoked_at', 'bigint')
      .addColumn('revision', 'integer', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('serving_key_app')
      .on('serving_key')
      .columns(['publisher_id', 'app_fragment', 'serving_key'])
      .execute();
    await db.schema
      .createTable('publisher_version')
      .addColumn('publisher_id', 'text', (c) => c.notNull())
      .addColumn('part', 'integer', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('publisher_version_key', ['publisher_id', 'part'])
      .execute();
    await db.schema
      .createTable('served_snapshot')
      .addColumn('publisher_id', 'text', (c) => c.notNull())
      .addColumn('app_fragment', 'text', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('content', types.bytes, (c) => c.notNull())
      .addColumn('served_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('served_snapshot_key', ['publisher_id', 'app_fragment', 'sha256'])
      .execute();
    await sql`create index served_snapshot_time on served_snapshot (publisher_id, app_fragment, served_at)`.execute(
      db,
    );
  },
};
