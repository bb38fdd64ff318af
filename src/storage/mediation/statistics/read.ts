import { type Kysely, sql } from 'kysely';
import { nextTurn } from '../../../conventions/turns.ts';
import type { RowsQuery, SlotDaySums, StatisticsRow } from '../../../mediation/ports/statistics.ts';
import type { Schema, SumColumns } from '../../schema/index.ts';
import { prepared } from '../../statements.ts';
import { toDimensions } from './keys.ts';
import { toSums } from './sums.ts';

/** Rows of a page. On SQLite other requests wait while one is read: about 4 ms. */
const PAGE = 2000;

interface After {
  readonly feedNo: number;
  readonly before: number;
  readonly time: number;
  readonly keyNo: number;
}

type Row = { time: number; key_no: number } & SumColumns;

const pageOf = (table: 'statistics_hour' | 'statistics_day', column: 'hour' | 'day') =>
  prepared<After, Row>((_db, { feedNo, before, time, keyNo }) => {
    const at = sql.ref(column);
    return sql`select ${at} as time, key_no, ad_requests, matched_requests, impressions, clicks, revenue_micros,
      bid_requests, bids_in_auction, winning_bids from ${sql.table(table)}
      where feed_no = ${feedNo} and (${at}, key_no) > (${time}, ${keyNo}) and ${at} < ${before}
      order by ${at}, key_no limit ${sql.lit(PAGE)}`;
  });

const PAGES = { HOUR: pageOf('statistics_hour', 'hour'), DAY: pageOf('statistics_day', 'day') };

const toRow = (row: Row): StatisticsRow => ({ time: row.time, keyNo: row.key_no, ...toSums(row) });

export async function* rowPages(
  db: Kysely<Schema>,
  { feedNo, unit, from, before }: RowsQuery,
): AsyncGenerator<readonly StatisticsRow[]> {
  let [time, keyNo] = [from, -1];
  for (;;) {
    const rows = await PAGES[unit](db, { feedNo, before, time, keyNo });
    if (rows.length > 0) yield rows.map(toRow);
    if (rows.length < PAGE) return;
    ({ time, key_no: keyNo } = rows.at(-1)!);
    await nextTurn();
  }
}

export async function* dimensionPages(db: Kysely<Schema>, publisherId: string) {
  let after = -1;
  for (;;) {
    const rows = await db
      .selectFrom('statistics_key')
      .selectAll()
      .where('publisher_id', '=', publisherId)
      .where('key_no', '>', after)
      .orderBy('key_no')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows.map(toDimensions);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.key_no;
    await nextTurn();
  }
}

type SlotRow = Schema['statistics_slot'];

const toSlot = (row: SlotRow): SlotDaySums => ({
  experimentId: row.experiment_id,
  day: row.day,
  slot: row.slot,
  currency: row.currency,
  users: row.users,
  adRequests: row.ad_requests,
  matchedRequests: row.matched_requests,
  impressions: row.impressions,
  clicks: row.clicks,
  revenueMicros: row.revenue_micros,
});

export async function* slotPages(
  db: Kysely<Schema>,
  publisherId: string,
  experimentId: string,
): AsyncGenerator<readonly SlotDaySums[]> {
  let after = { day: -1_000_000, slot: -1, currency: '' };
  for (;;) {
    const { day, slot, currency } = after;
    const { rows } = await sql<SlotRow>`select * from statistics_slot where publisher_id = ${publisherId}
      and experiment_id = ${experimentId} and (day, slot, currency) > (${day}, ${slot}, ${currency})
      order by day, slot, currency limit ${sql.lit(PAGE)}`.execute(db);
    if (rows.length > 0) yield rows.map(toSlot);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!;
    await nextTurn();
  }
}
