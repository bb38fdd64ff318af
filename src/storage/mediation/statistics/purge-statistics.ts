import { type Kysely, sql } from 'kysely';
import { RunAll } from '../../../conventions/run-all.ts';
import { DAY } from '../../../conventions/time.ts';
import type { Retention } from '../../../mediation/ports/statistics.ts';
import type { Database } from '../../database.ts';
import type { Schema } from '../../schema/index.ts';

/** Rows that one transaction deletes. */
const AT_ONCE = 1000;

/** Transactions of one sweep for each table; the next sweep goes on. */
const MOST_STEPS = 100;

/** How long days are kept on which a source sent something. */
const ARRIVALS_KEPT = 30;

/** Feeds that are looked up in one step. */
const FEEDS = 1000;

/** Old experiments with slots that are looked at in one step. */
const EXPERIMENTS = 20;

/** The rows to delete, by their primary keys, in a subquery with a limit. */
interface Old {
  readonly table: keyof Schema;
  readonly key: readonly string[];
  readonly column: string;
  readonly before: number;
}

const changed = async (run: Promise<{ readonly numAffectedRows?: bigint | undefined }>) =>
  Number((await run).numAffectedRows ?? 0n);

/** Writes only if there is something to delete. */
async function deleteOld(database: Database, { table, key, column, before }: Old): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const old = sql`select ${columns} from ${sql.table(table)} where ${sql.ref(column)} < ${before}`;
  let deleted = 0;
  for (let left = MOST_STEPS; left > 0; left -= 1) {
    if ((await sql`${old} limit 1`.execute(database.reader)).rows.length === 0) break;
    const statement = sql`delete from ${sql.table(table)} where (${columns}) in (${old} limit ${AT_ONCE})`;
    deleted += await database.write((db) => changed(statement.execute(db)));
  }
  return deleted;
}

async function* feedNumbers({ reader }: Database): AsyncGenerator<number> {
  for (let last = -1; ; ) {
    const query = reader.selectFrom('statistics_feed').select('feed_no').where('feed_no', '>', last);
    const page = await query.orderBy('feed_no').limit(FEEDS).execute();
    for (const { feed_no } of page) yield feed_no;
    if (page.length < FEEDS) return;
    last = page.at(-1)!.feed_no;
  }
}

/** Deletes rows of a feed in the order of their primary key. */
async function deleteOldOfFeed(
  database: Database,
  table: 'statistics_hour' | 'statistics_day',
  feedNo: number,
  before: number,
): Promise<number> {
  const time = sql.ref(table === 'statistics_hour' ? 'hour' : 'day');
  let deleted = 0;
  for (let left = MOST_STEPS; left > 0; left -= 1) {
    const { rows } = await sql<{ time: number; key_no: number }>`select ${time} as time, key_no
      from ${sql.table(table)} where feed_no = ${feedNo} and ${time} < ${before}
      order by ${time}, key_no limit ${AT_ONCE}`.execute(database.reader);
    const last = rows.at(-1);
    if (last === undefined) break;
    const statement = sql`delete from ${sql.table(table)} where feed_no = ${feedNo}
      and (${time}, key_no) <= (${last.time}, ${last.key_no})`;
    deleted += await database.write((db) => changed(statement.execute(db)));
  }
  return deleted;
}

/** Deletes the slots of old experiments, one experiment after the other. */
async function deleteSlots(database: Database, startedBefore: number): Promise<number> {
  const { rows } = await sql<{ publisher_id: string; experiment_id: string }>`
    select publisher_id, experiment_id from mediation_ab_experiment e where started_at < ${startedBefore}
    and exists (select 1 from statistics_slot s
      where s.publisher_id = e.publisher_id and s.experiment_id = e.experiment_id)
    limit ${sql.lit(EXPERIMENTS)}`.execute(database.reader);
  let deleted = 0;
  for (const { publisher_id, experiment_id } of rows) {
    const count = (db: Kysely<Schema>) =>
      changed(
        sql`delete from statistics_slot where publisher_id = ${publisher_id}
        and experiment_id = ${experiment_id} and day <= (select max(day) from (select day
          from statistics_slot where publisher_id = ${publisher_id} and experiment_id = ${experiment_id}
          order by day limit ${AT_ONCE}) first)`.execute(db),
      );
    for (let left = MOST_STEPS; left > 0; left -= 1) {
      const removed = await database.write(count);
      deleted += removed;
      if (removed === 0) break;
    }
  }
  return deleted;
}

export async function purgeStatistics(database: Database, retention: Retention): Promise<number> {
  const { now, firstHour, firstDay, experimentsBefore } = retention;
  const today = Math.floor(now / DAY);
  const tables: readonly Old[] = [
    { table: 'statistics_batch', key: ['digest'], column: 'expires_at', before: now },
    { table: 'statistics_ceiling', key: ['key_id', 'day'], column: 'day', before: today },
    {
      table: 'statistics_arrival',
      key: ['publisher_id', 'source', 'day'],
      column: 'day',
      before: today - ARRIVALS_KEPT,
    },
    {
      table: 'statistics_version',
      key: ['publisher_id', 'day', 'dimension', 'value'],
      column: 'day',
      before: firstDay,
    },
    {
      table: 'statistics_settled',
      key: ['publisher_id', 'day', 'ad_source_id', 'source'],
      column: 'day',
      before: firstDay,
    },
    { table: 'statistics_key', key: ['publisher_id', 'key_no'], column: 'used_until', before: firstDay },
  ];
  let deleted = 0;
  const round = new RunAll();
  const count = async (part: () => Promise<number>) => {
    deleted += (await round.part(part)) ?? 0;
  };
  // First, so that no file is read of a day that is partly deleted, or after a number of its combinations is used again.
  const parquet = { table: 'statistics_parquet', key: ['publisher_id', 'day'], column: 'day' } as const;
  await count(() => deleteOld(database, { ...parquet, before: firstDay }));
  for await (const feedNo of feedNumbers(database)) {
    await count(() => deleteOldOfFeed(database, 'statistics_hour', feedNo, firstHour));
    await count(() => deleteOldOfFeed(database, 'statistics_day', feedNo, firstDay));
  }
  for (const old of tables) await count(() => deleteOld(database, old));
  await count(() => deleteSlots(database, experimentsBefore));
  round.end();
  return deleted;
}
