import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NumberedMigration } from './dialect.ts';

async function terms(db: Kysely<unknown>, clustered: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('mediation_group_term_clustered')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addColumn('term', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('mediation_group_term_key', ['publisher_id', 'term', 'value', 'group_id'])
    .modifyEnd(clustered)
    .execute();
  await sql`insert into mediation_group_term_clustered (publisher_id, group_id, term, value)
    select publisher_id, group_id, term, value from mediation_group_term`.execute(db);
  await db.schema.dropTable('mediation_group_term').execute();
  await db.schema.alterTable('mediation_group_term_clustered').renameTo('mediation_group_term').execute();
}

async function lines(db: Kysely<unknown>, clustered: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('mediation_line_clustered')
    .addColumn('publisher_id', 'text', (c) => c.notNull())
    .addColumn('line_id', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('mediation_line_key', ['publisher_id', 'line_id'])
    .modifyEnd(clustered)
    .execute();
  await sql`insert into mediation_line_clustered (publisher_id, line_id, group_id)
    select publisher_id, line_id, group_id from mediation_line`.execute(db);
  await db.schema.dropTable('mediation_line').execute();
  await db.schema.alterTable('mediation_line_clustered').renameTo('mediation_line').execute();
}

/**
 * The terms of a group are first written next to each other, and later moved to their index with those of many
 * other groups. SQLite stores the rows of both indexes of groups in the trees of their keys.
 */
export const fewerPagesPerGroup: NumberedMigration = {
  name: '027-fewer-pages-per-group',
  async up(db, { clustered }) {
    if (clustered) {
      await terms(db, clustered);
      await lines(db, clustered);
    }
    const table = db.schema
      .createTable('mediation_group_new_term')
      .addColumn('publisher_id', 'text', (c) => c.notNull())
      .addColumn('group_id', 'text', (c) => c.notNull())
      .addColumn('term', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull());
    const key = ['publisher_id', 'group_id', 'term', 'value'] as const;
    // SQLite appends rows to a table without a key, and so fills one page after the other.
    const keyed = clustered ? table : table.addPrimaryKeyConstraint('mediation_group_new_term_key', [...key]);
    await keyed.execute();
  },
};
