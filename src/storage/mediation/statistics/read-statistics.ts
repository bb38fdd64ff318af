import { type Kysely, type RawBuilder, sql } from 'kysely';
import { parseWholeNumber, type WholeNumber } from '../../../conventions/whole-numbers.ts';
import type {
  DimensionsQuery,
  NumberedDimensions,
  RowsQuery,
  SettledDay,
  SlotDaySums,
  StatisticsRow,
} from '../../../mediation/ports/statistics.ts';
import type { Schema } from '../../schema/index.ts';
import { preparedArrays } from '../../statements.ts';
import { DIMENSION_COLUMNS } from './numbered-keys.ts';
import { SLOT_COLUMNS, SUM_COLUMN } from './sums.ts';

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

/** Whether all values from a place on were read without loss. */
function areExact(rows: readonly (readonly unknown[])[], from: number): boolean {
  for (const row of rows)
    for (let at = from; at < row.length; at += 1) if (!Number.isSafeInteger(row[at])) return false;
  return true;
}

/**
 * Reads the columns of `key`, then sums. They are read as numbers, which takes less time; if one is too large for that,
 * the rows are read again with sums as text.
 */
const withSums = <Values extends object, Row extends readonly unknown[]>(
  key: readonly string[],
  build: (columns: RawBuilder<unknown>, values: Values) => RawBuilder<unknown>,
) =>
  byColumns((sums) => {
    const reading = (form: (column: string) => RawBuilder<unknown>) => {
      const columns = sql.join([...key.map((name) => sql.ref(name)), ...sums.map(form)]);
      return preparedArrays<Values, Row>((_db, values) => build(columns, values) as RawBuilder<Row>);
    };
    const asNumbers = reading((name) => sql.ref(name));
    const asText = reading((name) => sql`cast(${sql.ref(name)} as text)`);
    return async (db: Kysely<Schema>, values: Values): Promise<readonly Row[]> => {
      const rows = await asNumbers(db, values);
      if (areExact(rows, key.length)) return rows;
      const exact = (value: unknown, at: number) =>
        at < key.length ? value : parseWholeNumber(value as string);
      return (await asText(db, values)).map((row) => row.map(exact) as readonly unknown[] as Row);
    };
  });

interface After {
  readonly feedNo: number;
  readonly before: number;
  readonly time: number;
  readonly keyNo: number;
  readonly most: number;
}

const rowsAfter = (table: 'statistics_hour' | 'statistics_day', time: 'hour' | 'day') =>
  withSums<After, StatisticsRow>([time, 'key_no'], (columns, after) => {
    const at = sql.ref(time);
    return sql`select ${columns} from ${sql.table(table)}
      where feed_no = ${after.feedNo} and (${at}, key_no) > (${after.time}, ${after.keyNo}) and ${at} < ${after.before}
      order by ${at}, key_no limit ${after.most}`;
  });

const ROWS_AFTER = { HOUR: rowsAfter('statistics_hour', 'hour'), DAY: rowsAfter('statistics_day', 'day') };

/** Rows that one statement looks up. */
const SOUGHT = 100;
/** `keyNo0` and so on, as many as are looked up. */
interface Sought extends Readonly<Record<`keyNo${number}`, number>> {
  readonly feedNo: number;
  readonly time: number;
}

const placesOf = (values: Sought) =>
  sql.join(Array.from({ length: SOUGHT }, (_, index) => values[`keyNo${index}`]));

const rowsOfKeys = (table: 'statistics_hour' | 'statistics_day', time: 'hour' | 'day') =>
  withSums<Sought, StatisticsRow>(
    [time, 'key_no'],
    (columns, values) => sql`select ${columns} from ${sql.table(table)}
      where feed_no = ${values.feedNo} and ${sql.ref(time)} = ${values.time} and key_no in (${placesOf(values)})`,
  );

const ROWS_OF_KEYS = {
  HOUR: rowsOfKeys('statistics_hour', 'hour'),
  DAY: rowsOfKeys('statistics_day', 'day'),
};

const nextTime = (table: 'statistics_hour' | 'statistics_day', time: 'hour' | 'day') =>
  preparedArrays<Omit<After, 'keyNo' | 'most'>, readonly [time: number | null]>((_db, after) => {
    const at = sql.ref(time);
    return sql`select min(${at}) from ${sql.table(table)}
      where feed_no = ${after.feedNo} and ${at} > ${after.time} and ${at} < ${after.before}`;
  });

const NEXT_TIME = { HOUR: nextTime('statistics_hour', 'hour'), DAY: nextTime('statistics_day', 'day') };

/** Looks up single rows of each hour or day, in statements of the same text; the last one is filled up with no rows. */
async function* soughtPages(
  db: Kysely<Schema>,
  { feedNo, unit, from, before, metrics }: RowsQuery,
  keyNos: readonly number[],
): AsyncGenerator<readonly StatisticsRow[]> {
  const rowsOf = ROWS_OF_KEYS[unit](metrics.map((metric) => SUM_COLUMN[metric]));
  const parts = Array.from({ length: Math.ceil(keyNos.length / SOUGHT) }, (_, part) => {
    const sought = Array.from({ length: SOUGHT }, (_row, index) => keyNos[part * SOUGHT + index] ?? -1);
    return Object.fromEntries(sought.map((keyNo, index) => [`keyNo${index}`, keyNo]));
  });
  let time = from - 1;
  for (;;) {
    const [next] = await NEXT_TIME[unit](db, { feedNo, time, before });
    if (next?.[0] == null) return;
    time = next[0];
    for (const part of parts) {
      const rows = await rowsOf(db, { feedNo, time, ...part } as Sought);
      if (rows.length > 0) yield rows;
    }
  }
}

/** The next page is asked for before the last one is used, so that the database does not wait for this process. */
async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
  most = PAGE,
): AsyncGenerator<readonly Row[]> {
  let reading = read(undefined);
  for (;;) {
    const rows = await reading;
    if (rows.length < most) {
      if (rows.length > 0) yield rows;
      return;
    }
    reading = read(rows.at(-1));
    // Whoever stops reading does not wait for it.
    reading.catch(() => {});
    yield rows;
  }
}

export function rowPages(db: Kysely<Schema>, query: RowsQuery): AsyncGenerator<readonly StatisticsRow[]> {
  const { feedNo, unit, from, before, metrics, keyNos, pageSize = PAGE } = query;
  const most = Math.min(pageSize, PAGE);
  if (keyNos) return soughtPages(db, query, keyNos);
  const rowsOf = ROWS_AFTER[unit](metrics.map((metric) => SUM_COLUMN[metric]));
  return pagesOf<StatisticsRow>(
    ([time, keyNo] = [from, -1]) => rowsOf(db, { feedNo, before, time, keyNo, most }),
    most,
  );
}

interface DimensionsAfter {
  readonly publisherId: string;
  readonly adUnit: string;
  readonly after: number;
}

const dimensionsAfter = (condition: (values: DimensionsAfter) => RawBuilder<unknown>) =>
  byColumns((dimensions) =>
    preparedArrays<DimensionsAfter, NumberedDimensions>(
      (_db, values) =>
        sql`select ${columnsOf(['key_no', 'used_until', ...dimensions])} from statistics_key
        where publisher_id = ${values.publisherId} ${condition(values)} and key_no > ${values.after}
        order by key_no limit ${sql.lit(PAGE)}`,
    ),
  );

const ALL_DIMENSIONS = dimensionsAfter(() => sql``);
const OF_AD_UNIT = dimensionsAfter(({ adUnit }) => sql`and ad_unit = ${adUnit}`);

export function dimensionPages(
  db: Kysely<Schema>,
  { publisherId, names, adUnit }: DimensionsQuery,
  last = -1,
): AsyncGenerator<readonly NumberedDimensions[]> {
  const made = adUnit === undefined ? ALL_DIMENSIONS : OF_AD_UNIT;
  const dimensionsOf = made(names.map((name) => DIMENSION_COLUMNS[name]));
  return pagesOf<NumberedDimensions>(([after] = [last, 0]) =>
    dimensionsOf(db, { publisherId, adUnit: adUnit ?? '', after }),
  );
}

export async function lastKeyNo(db: Kysely<Schema>, publisherId: string): Promise<number> {
  const last = db.selectFrom('statistics_key').select(({ fn }) => fn.max('key_no').as('key_no'));
  const row = await last.where('publisher_id', '=', publisherId).executeTakeFirst();
  return row?.key_no ?? 0;
}

type SlotRow = readonly [day: number, slot: number, currency: string, ...sums: WholeNumber[]];

interface SlotAfter extends Pick<SlotDaySums, 'day' | 'slot' | 'currency'> {
  readonly publisherId: string;
  readonly experimentId: string;
}

const SLOTS_AFTER = withSums<SlotAfter, SlotRow>(
  ['day', 'slot', 'currency'],
  (columns, after) => sql`select ${columns} from statistics_slot where publisher_id = ${after.publisherId}
    and experiment_id = ${after.experimentId}
    and (day, slot, currency) > (${after.day}, ${after.slot}, ${after.currency})
    order by day, slot, currency limit ${sql.lit(PAGE)}`,
)(SLOT_COLUMNS);

const toSlot = (experimentId: string, [day, slot, currency, ...sums]: SlotRow): SlotDaySums => {
  const [users = 0, adRequests = 0, matchedRequests = 0, impressions = 0, clicks = 0, revenueMicros = 0] =
    sums;
  const counts = { users, adRequests, matchedRequests, impressions, clicks, revenueMicros };
  return { experimentId, day, slot, currency, ...counts };
};

export function slotPages(
  db: Kysely<Schema>,
  publisherId: string,
  experimentId: string,
): AsyncGenerator<readonly SlotDaySums[]> {
  return pagesOf<SlotDaySums>(async (last) => {
    const { day, slot, currency } = last ?? { day: -1_000_000, slot: -1, currency: '' };
    const rows = await SLOTS_AFTER(db, { publisherId, experimentId, day, slot, currency });
    return rows.map((row) => toSlot(experimentId, row));
  });
}

type SettledRow = Schema['statistics_settled'];

export function settledPages(
  db: Kysely<Schema>,
  publisherId: string,
  first: number,
  last: number,
): AsyncGenerator<readonly SettledDay[]> {
  return pagesOf<SettledDay>(async (after) => {
    const { day, adSourceId, source } = after ?? { day: first, adSourceId: '', source: '' };
    const { rows } =
      await sql<SettledRow>`select * from statistics_settled where publisher_id = ${publisherId}
      and (day, ad_source_id, source) > (${day}, ${adSourceId}, ${source}) and day <= ${last}
      order by day, ad_source_id, source limit ${sql.lit(PAGE)}`.execute(db);
    return rows.map((row) => ({
      day: row.day,
      adSourceId: row.ad_source_id,
      source: row.source,
      metrics: row.metrics,
    }));
  });
}
