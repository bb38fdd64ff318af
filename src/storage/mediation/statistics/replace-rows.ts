import { type Kysely, type SqlBool, sql } from 'kysely';
import { Slices } from '../../../conventions/event-loop-turns.ts';
import type { Replaced } from '../../../mediation/ports/statistics.ts';
import type { Schema } from '../../schema/index.ts';
import { isAmong } from '../../statements.ts';

/** Rows that one statement deletes; less than a millisecond for each hundred. */
const AT_ONCE = 500;

/** Times from `from`, without `before`. */
interface Times {
  readonly from: number;
  readonly before: number;
}

type AdUnits = Pick<Replaced, 'adUnits' | 'adUnitsFrom' | 'adUnitsBefore'>;

const isOfSome = ({ adUnits, adUnitsFrom, adUnitsBefore }: AdUnits) =>
  (adUnits ?? adUnitsFrom ?? adUnitsBefore) !== undefined;

type Clocked = 'statistics_hour' | 'statistics_day';

/** Deletes the rows of a feed within the times and, if they are given, of ad units; returns how many. */
async function deleteRows(
  db: Kysely<Schema>,
  table: Clocked,
  feedNo: number,
  { from, before }: Times,
  { publisherId, adUnits, adUnitsFrom, adUnitsBefore }: Replacement,
): Promise<void> {
  const time = sql.ref(table === 'statistics_hour' ? 'hour' : 'day');
  const among = adUnits && sql`and ${isAmong(db, 'ad_unit', adUnits)}`;
  const units = isOfSome({ adUnits, adUnitsFrom, adUnitsBefore })
    ? sql<SqlBool>`and key_no in (select key_no from statistics_key where publisher_id = ${publisherId}
        and ad_unit >= ${adUnitsFrom ?? ''} and ad_unit < ${adUnitsBefore ?? '~'} ${among ?? sql``})`
    : sql``;
  let after = { time: from, keyNo: -1 };
  for (;;) {
    const { rows } = await sql<{ time: number; key_no: number }>`select ${time} as time, key_no
      from ${sql.table(table)} where feed_no = ${feedNo} and (${time}, key_no) > (${after.time}, ${after.keyNo})
      and ${time} < ${before} order by ${time}, key_no limit ${AT_ONCE}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    await sql`delete from ${sql.table(table)} where feed_no = ${feedNo}
      and (${time}, key_no) > (${after.time}, ${after.keyNo})
      and (${time}, key_no) <= (${last.time}, ${last.key_no}) ${units}`.execute(db);
    after = { time: last.time, keyNo: last.key_no };
  }
}

interface Replacement extends Replaced {
  readonly publisherId: string;
  readonly source: string;
  /** Bits of the metrics that the batch gives for each ad source. */
  readonly metrics: ReadonlyMap<string, number>;
}

/** Deletes what a batch replaces, and notes the days as settled. `feeds` are the numbers by ad source. */
export async function replaceRows(
  db: Kysely<Schema>,
  replaced: Replacement,
  feeds: ReadonlyMap<string, number>,
): Promise<void> {
  const { publisherId, source, firstDay, lastDay, adSourceIds, hours, metrics, continues } = replaced;
  for (const adSourceId of continues === undefined ? adSourceIds : []) {
    const feedNo = feeds.get(adSourceId);
    if (feedNo === undefined) continue;
    await deleteRows(db, 'statistics_hour', feedNo, hours, replaced);
    await deleteRows(db, 'statistics_day', feedNo, { from: firstDay, before: lastDay + 1 }, replaced);
  }
  const isWhole = continues === undefined && !isOfSome(replaced);
  const bits = isWhole ? sql`excluded.metrics` : sql`statistics_settled.metrics | excluded.metrics`;
  const slices = new Slices();
  for (const adSourceId of adSourceIds)
    for (let day = firstDay; day <= lastDay; day += 1) {
      await sql`insert into statistics_settled (publisher_id, day, ad_source_id, source, metrics)
        values (${publisherId}, ${day}, ${adSourceId}, ${source}, ${metrics.get(adSourceId) ?? 0})
        on conflict (publisher_id, day, ad_source_id, source) do update set metrics = ${bits}`.execute(db);
      if (slices.over) await slices.next();
    }
}
