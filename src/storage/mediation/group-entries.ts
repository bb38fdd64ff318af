import type { Kysely } from 'kysely';
import type { LoggedEntry } from '../../audit/entry.ts';
import type { Rows } from '../../conventions/order-by.ts';
import { revisionOf } from '../../mediation/group/revision.ts';
import type { Page, PageOf } from '../../mediation/ports/store.ts';
import { DETAILS_WEIGHT } from '../audit/audit-log.ts';
import { toEntry } from '../audit/rows.ts';
import { entriesBy, indexedEntries, type Narrowed } from '../audit/unindexed-entries.ts';
import { afterCursor, type BoundedPage, inOrder, inStepsOf } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { inChunks, pageOfRows, pageThatFits, rowsToFetch } from './page-rows.ts';

/** Entries of a group, by the index of subjects. */
const ofGroup =
  (name: string): Narrowed =>
  (query) =>
    query.where('subject', '=', 'mediationGroup').where('subject_id', '=', name);

export async function listGroupEntries(
  db: Kysely<Schema>,
  name: string,
  page: Page,
  until: number | undefined,
): Promise<PageOf<LoggedEntry>> {
  const read = async (part: BoundedPage) => {
    const newest: Narrowed = (all) => {
      const query = inOrder(afterCursor(ofGroup(name)(all), 'change_id', part), 'change_id', part);
      return until === undefined ? query : query.where('at', '<=', until);
    };
    const query = inOrder(entriesBy(db, newest), 'change_id', part);
    return { rows: await query.select(['change_id', DETAILS_WEIGHT]).execute(), isCut: false };
  };
  const newestFirst: Rows = {
    limit: rowsToFetch(page),
    ...(page.after !== undefined && { after: page.after }),
    sort: { by: 'id', descending: true },
  };
  const candidates = ofGroup(name)(indexedEntries(db));
  const listed =
    until === undefined
      ? (await read(newestFirst)).rows
      : await inStepsOf({ candidates, id: 'change_id', page: newestFirst, read });
  const short = pageThatFits(page, listed);
  const ids = listed.slice(0, rowsToFetch(short)).map((row) => row.change_id);
  const rows = await inChunks(ids, (some) =>
    db
      .selectFrom('state_change')
      .selectAll()
      .where('change_id', 'in', some)
      .orderBy('change_id', 'desc')
      .execute(),
  );
  return pageOfRows(rows, short, (row) => row.change_id, toEntry);
}

/**
 * Every revision has one entry, so the entry of revision 7 is the seventh, or close to it: ids of processes whose clocks
 * differ do not sort by revision.
 */
const NEARBY = 16;

/** Ids by the index from the place `first`, then those of new entries. */
async function idsNearby(db: Kysely<Schema>, name: string, first: number) {
  const nearby = ofGroup(name)(indexedEntries(db)).orderBy('change_id').offset(first);
  const added = db.selectFrom('state_change').where('unindexed', 'is not', null);
  const query = db
    .selectFrom(
      nearby
        .limit(2 * NEARBY + 1)
        .select('change_id')
        .as('nearby'),
    )
    .select('nearby.change_id')
    .unionAll(ofGroup(name)(added).select('change_id'));
  return (await query.execute()).map((row) => row.change_id).sort();
}

export async function groupEntry(
  db: Kysely<Schema>,
  name: string,
  revision: number,
): Promise<LoggedEntry | undefined> {
  const first = Math.max(0, revision - 1 - NEARBY);
  const ids = await idsNearby(db, name, first);
  const expected = revision - 1 - first;
  const distance = (index: number) => Math.abs(index - expected);
  const nearestFirst = [...ids.keys()].sort((a, b) => distance(a) - distance(b));
  for (const index of nearestFirst) {
    const query = db.selectFrom('state_change').selectAll();
    const row = await query.where('change_id', '=', ids[index] ?? '').executeTakeFirst();
    const entry = row && toEntry(row);
    if (entry && revisionOf(entry) === revision) return entry;
  }
  return undefined;
}
