import { type Kysely, sql } from 'kysely';
import { DAY, MINUTE } from '../../../conventions/time.ts';
import type { StatisticsBatch } from '../../../mediation/ports/statistics.ts';
import type { Database } from '../../database.ts';
import type { Schema } from '../../schema/index.ts';
import { preparedArrays } from '../../statements.ts';
import { feedsOf } from '../statistics/feeds.ts';

/**
 * A batch notes the days before these, in UTC. A file is made of a day only days later, so no clock that is hours wrong
 * makes a batch miss one.
 */
const RECENT_DAYS = 3;

/** A file is made of a day that ended so many days ago: networks have mostly settled it. */
export const MADE_AFTER_DAYS = 7;

/** Days of one statement, so that there are few texts of it. */
const AT_ONCE = 16;

/** How long one process has for the file of a day. */
const CLAIM = 10 * MINUTE;

/**
 * Notes the old days that a batch changes, in its transaction: their files count no longer. The row is always written,
 * so that of a batch and a process that claims the day at the same moment one runs again and sees the other.
 */
export async function noteOldDays(db: Kysely<Schema>, batch: StatisticsBatch): Promise<void> {
  const { publisherId, receivedAt, rows, replace } = batch;
  const recent = Math.floor(receivedAt / DAY) - RECENT_DAYS;
  const days = new Set<number>();
  for (const { day } of rows) if (day < recent) days.add(day);
  if (replace)
    for (let day = replace.firstDay; day <= replace.lastDay && day < recent; day += 1) days.add(day);
  if (days.size === 0) return;
  const values = [...days].sort((one, other) => one - other).map((day) => sql`(${publisherId}, ${day}, 1)`);
  for (let from = 0; from < values.length; from += AT_ONCE)
    await sql`insert into statistics_parquet (publisher_id, day, change)
      values ${sql.join(values.slice(from, from + AT_ONCE))}
      on conflict (publisher_id, day) do update set change = statistics_parquet.change + 1, file = null`.execute(
      db,
    );
}

const ENDS = preparedArrays<
  { readonly feedNo: number },
  readonly [first: number | null, last: number | null]
>(
  (_db, { feedNo }) => sql`select (select min(day) from statistics_day where feed_no = ${feedNo}),
    (select max(day) from statistics_day where feed_no = ${feedNo})`,
);

/** The days of a range, between the first and the last that have statistics, that are in no file. */
export async function unlistedDays(
  db: Kysely<Schema>,
  publisherId: string,
  { first: firstDay, last: lastDay }: { readonly first: number; readonly last: number },
): Promise<readonly number[]> {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { feedNo } of await feedsOf(db, publisherId)) {
    const [ends] = await ENDS(db, { feedNo });
    first = Math.min(first, ends?.[0] ?? first);
    last = Math.max(last, ends?.[1] ?? last);
  }
  const range = { first: Math.max(first, firstDay), last: Math.min(last, lastDay) };
  if (range.first > range.last) return [];
  const listed = new Set((await listedFiles(db, publisherId, range)).map(({ day }) => day));
  const days = Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index);
  return days.filter((day) => !listed.has(day));
}

export interface ListedFile {
  readonly day: number;
  readonly file: string;
  readonly bytes: number;
}

/** The days of a range that are in files. */
export async function listedFiles(
  db: Kysely<Schema>,
  publisherId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly ListedFile[]> {
  const listed = db
    .selectFrom('statistics_parquet')
    .select(['day', 'file', 'bytes'])
    .where('publisher_id', '=', publisherId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .where('file', 'is not', null);
  return (await listed.orderBy('day').execute()) as ListedFile[];
}

/** The change of the day whose file this process is to make; undefined if there is a file, or another process makes it. */
export async function claimDay(
  database: Database,
  publisherId: string,
  day: number,
  now: number,
): Promise<number | undefined> {
  return database.write(async (db) => {
    const claimed = await sql<{
      change: number;
    }>`insert into statistics_parquet (publisher_id, day, claimed_until)
      values (${publisherId}, ${day}, ${now + CLAIM})
      on conflict (publisher_id, day) do update set claimed_until = excluded.claimed_until
      where statistics_parquet.file is null and statistics_parquet.claimed_until <= ${now}
      returning change`.execute(db);
    return claimed.rows[0]?.change;
  });
}

/** Lists the file of a day, unless the day changed since it was claimed; ends the claim in both cases. */
export async function listFile(
  database: Database,
  publisherId: string,
  change: number,
  { day, file, bytes }: ListedFile,
): Promise<boolean> {
  return database.write(async (db) => {
    const ofDay = () =>
      db.updateTable('statistics_parquet').where('publisher_id', '=', publisherId).where('day', '=', day);
    const { numUpdatedRows } = await ofDay()
      .set({ file, bytes, claimed_until: 0 })
      .where('change', '=', change)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) await ofDay().set({ claimed_until: 0 }).execute();
    return numUpdatedRows > 0n;
  });
}

/** Forgets a file that is missing or broken, so that it is made again. */
export async function forgetFile(database: Database, publisherId: string, { day, file }: ListedFile) {
  await database.write((db) =>
    db
      .updateTable('statistics_parquet')
      .set({ file: null })
      .where('publisher_id', '=', publisherId)
      .where('day', '=', day)
      .where('file', '=', file)
      .execute(),
  );
}
