import { type DialectAdapter, type Kysely, type SelectQueryBuilder, SqliteAdapter } from 'kysely';
import type { Schema } from '../schema/index.ts';

/**
 * An entry has a place in four indexes, so writing it directly would change four more pages. On SQLite, new entries
 * are left out of the indexes; every eightieth or so adds all of them. On PostgreSQL, this would make
 * concurrent transactions fail.
 */
const MOST_UNINDEXED = 80;

/** Counts the entries of this process since it last indexed all. The first write indexes those of earlier ones. */
const counts = new WeakMap<DialectAdapter, number>();

/** Adds all entries to the indexes, those of other processes too. */
export async function indexEntries(db: Kysely<Schema>): Promise<void> {
  const query = db.updateTable('state_change').set({ unindexed: null });
  await query.where('unindexed', 'is not', null).execute();
}

/** The column for so many entries that are about to be written. */
export async function unindexed(
  db: Kysely<Schema>,
  entries: number,
): Promise<{ readonly unindexed?: number }> {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof SqliteAdapter)) return {};
  const count = counts.get(adapter) ?? MOST_UNINDEXED;
  if (count >= MOST_UNINDEXED) await indexEntries(db);
  counts.set(adapter, (count >= MOST_UNINDEXED ? 0 : count) + entries);
  return { unindexed: 1 };
}

type Entries<Row> = SelectQueryBuilder<Schema, 'state_change', Row>;
export type Narrowed = (query: Entries<object>) => Entries<object>;

/** Entries that the indexes have. */
export const indexedEntries = (db: Kysely<Schema>) =>
  db.selectFrom('state_change').where('unindexed', 'is', null);

/**
 * The entries that `narrow` selects, by an index. It must order and limit them, because the new entries are read in
 * addition and the caller orders and limits both together. `indexed`: where the indexed ones are read from.
 */
export function entriesBy(
  db: Kysely<Schema>,
  narrow: Narrowed,
  indexed: Entries<object> = indexedEntries(db),
) {
  const found = narrow(indexed).select('change_id').as('indexed');
  const added = db.selectFrom('state_change').where('unindexed', 'is not', null);
  const ids = db
    .selectFrom(found)
    .select('indexed.change_id')
    .unionAll(db.selectFrom(narrow(added).select('change_id').as('added')).select('added.change_id'));
  return db.selectFrom('state_change').where('change_id', 'in', ids);
}
