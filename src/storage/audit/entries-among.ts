import type { Kysely } from 'kysely';
import type { LoggedEntry } from '../../audit/entry.ts';
import type { EntryFilter } from '../../audit/ports/log.ts';
import type { BoundedPage, Step } from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { prepared } from '../statements.ts';

type Pairs = NonNullable<EntryFilter['among']>;

interface Asked {
  readonly subject: string;
  readonly subjectId: string;
  readonly behind: string;
  readonly limit: number;
}

const idsIn = (order: 'asc' | 'desc') =>
  prepared((db, { subject, subjectId, behind, limit }: Asked) =>
    db
      .selectFrom('state_change')
      .select('change_id')
      .where('unindexed', 'is', null)
      .where('subject', '=', subject)
      .where('subject_id', '=', subjectId)
      .where('change_id', order === 'desc' ? '<' : '>', behind)
      .orderBy('change_id', order)
      .limit(limit),
  );

const newestOf = idsIn('desc');
const oldestOf = idsIn('asc');

/** Entries that all subjects together are read for, so that one part of a page takes a few milliseconds. */
const LOOKED_AT = 4000;

/** Above all ids of entries. */
const END = '~';

interface IdsAmong {
  /** In the order of the page. */
  readonly ids: readonly string[];
  /** Whether there may be others behind them. */
  readonly hasMore: boolean;
}

/**
 * The next ids of the entries about these subjects. Each subject gives as many as are wanted in all, so that none is missed
 * whichever they are of.
 */
async function idsAmong(
  db: Kysely<Schema>,
  pairs: Pairs,
  { limit: wanted, after, sort }: BoundedPage,
): Promise<IdsAmong> {
  const descends = sort?.descending === true;
  const behind = after ?? (descends ? END : '');
  const limit = Math.max(1, Math.min(wanted, Math.floor(LOOKED_AT / Math.max(1, pairs.length))));
  const ids: string[] = [];
  const read = descends ? newestOf : oldestOf;
  for (const [subject, subjectId] of pairs)
    for (const { change_id } of await read(db, { subject, subjectId, behind, limit })) ids.push(change_id);
  const among = new Set(pairs.map((pair) => pair.join(' ')));
  const added = await db
    .selectFrom('state_change')
    .select(['change_id', 'subject', 'subject_id'])
    .where('unindexed', 'is not', null)
    .where('change_id', descends ? '<' : '>', behind)
    .execute();
  for (const { change_id, subject, subject_id } of added)
    if (among.has(`${subject} ${subject_id}`)) ids.push(change_id);
  ids.sort();
  if (descends) ids.reverse();
  return { ids: ids.slice(0, limit), hasMore: ids.length >= limit };
}

/** A page of the entries about these subjects. `read` gives those of some ids that match all other filters. */
export async function entriesAmong(
  db: Kysely<Schema>,
  pairs: Pairs,
  page: BoundedPage,
  read: (ids: readonly string[]) => Promise<Step<LoggedEntry>>,
): Promise<readonly LoggedEntry[]> {
  const rows: LoggedEntry[] = [];
  for (let at = page; ; ) {
    const { ids, hasMore } = await idsAmong(db, pairs, { ...at, limit: page.limit - rows.length });
    const last = ids.at(-1);
    if (last === undefined) return rows;
    const step = await read(ids);
    rows.push(...step.rows);
    if (!hasMore || step.isCut || rows.length >= page.limit) return rows;
    at = { ...at, after: last };
  }
}
