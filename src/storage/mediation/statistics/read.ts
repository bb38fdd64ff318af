import { type Kysely, sql } from 'kysely';
import { nextTurn } from '../../../conventions/turns.ts';
import type {
  DimensionsQuery,
  NumberedDimensions,
  RowsQuery,
  SlotDaySums,
  StatisticsRow,
} from '../../../mediation/ports/statistics.ts';
import type { Schema } from '../../schema/index.ts';
import { preparedArrays } from '../../statements.ts';
import { DIMENSION_COLUMNS } from './keys.ts';
import { SUM_COLUMN } from './sums.ts';

/** Rows of a page. On SQLite other requests wait while one is read: a millisecond or two. */
const PAGE = 2000;

const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Makes a statement for each set of columns once. */
function byColumns<Statement>(make: (columns: readonly string[]) => Statement) {
  const made = new Map<string, Statement>();
  return (columns: readonly string[]): Statement => {
    const name = columns.join();
    const statement = made.get(name) ?? make(columns);
    made.set(name, statement);
    return statement;
  };
}

interface After {
  readonly feedNo: number;
  readonly before: number;
  readonly time: number;
  readonly keyNo: number;
}

const rowsAfter = (table: 'statistics_hour' | 'statistics_day', time: 'hour' | 'day') =>
  byColumns((sums) =>
    preparedArrays<After, StatisticsRow>((_db, after) => {
      const at = sql.ref(time);
      return sql`select ${columnsOf([time, 'key_no', ...sums])} from ${sql.table(table)}
        where feed_no = ${after.feedNo} and (${at}, key_no) > (${after.time}, ${after.keyNo}) and ${at} < ${after.before}
        order by ${at}, key_no limit ${sql.lit(PAGE)}`;
    }),
  );

const ROWS_AFTER = { HOUR: rowsAfter('statistics_hour', 'hour'), DAY: rowsAfter('statistics_day', 'day') };

/** The next page is asked for before the last one is used, so that the database does not wait for this process. */
async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let reading = read(undefined);
  for (;;) {
    const rows = await reading;
    if (rows.length < PAGE) {
      if (rows.length > 0) yield rows;
      return;
    }
    await nextTurn();
    reading = read(rows.at(-1));
    // Whoever stops reading does not wait for it.
    reading.catch(() => {});
    yield rows;
  }
}

export function rowPages(
  db: Kysely<Schema>,
  { feedNo, unit, from, before, metrics }: RowsQuery,
): AsyncGenerator<readonly StatisticsRow[]> {
  const rowsOf = ROWS_AFTER[unit](metrics.map((metric) => SUM_COLUMN[metric]));
  return pagesOf<StatisticsRow>(([time, keyNo] = [from, -1]) => rowsOf(db, { feedNo, before, time, keyNo }));
}

const dimensionsAfter = byColumns((dimensions) =>
  preparedArrays<{ readonly publisherId: string; readonly after: number }, NumberedDimensions>(
    (_db, { publisherId, after }) =>
      sql`select ${columnsOf(['key_no', 'used_until', ...dimensions])} from statistics_key
        where publisher_id = ${publisherId} and key_no > ${after} order by key_no limit ${sql.lit(PAGE)}`,
  ),
);

export function dimensionPages(
  db: Kysely<Schema>,
  { publisherId, names }: DimensionsQuery,
): AsyncGenerator<readonly NumberedDimensions[]> {
  const dimensionsOf = dimensionsAfter(names.map((name) => DIMENSION_COLUMNS[name]));
  return pagesOf<NumberedDimensions>(([after] = [-1, 0]) => dimensionsOf(db, { publisherId, after }));
}

export async function lastKeyNo(db: Kysely<Schema>, publisherId: string): Promise<number> {
  const last = db.selectFrom('statistics_key').select(({ fn }) => fn.max('key_no').as('key_no'));
  const row = await last.where('publisher_id', '=', publisherId).executeTakeFirst();
  return row?.key_no ?? 0;
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
