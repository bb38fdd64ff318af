import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type CountedMetric, METRICS, type MetricSums } from '../../../mediation/ports/statistics.ts';
import type { Schema, SumColumns } from '../../schema/index.ts';
import { insertion, prepared } from '../../statements.ts';

/** A sum stops here: the largest integer that is read without loss. */
const MOST = sql.lit(Number.MAX_SAFE_INTEGER);

/** Rows in one statement: in one turn of the event loop on SQLite, in one round trip on PostgreSQL. */
const SIZES = [128, 16, 1];

export const SUM_COLUMN = {
  adRequests: 'ad_requests',
  matchedRequests: 'matched_requests',
  impressions: 'impressions',
  clicks: 'clicks',
  revenueMicros: 'revenue_micros',
  bidRequests: 'bid_requests',
  bidsInAuction: 'bids_in_auction',
  winningBids: 'winning_bids',
} as const satisfies Readonly<Record<CountedMetric, keyof SumColumns>>;

export const SUM_COLUMNS = METRICS.map((metric) => SUM_COLUMN[metric]);

export const sumValues = (sums: MetricSums): readonly number[] => METRICS.map((metric) => sums[metric]);

function added(table: string, column: string): RawBuilder<unknown> {
  const [before, more] = [sql.ref(`${table}.${column}`), sql.ref(`excluded.${column}`)];
  const sum = sql`case when ${before} > ${MOST} - ${more} then ${MOST} else ${before} + ${more} end`;
  return sql`${sql.ref(column)} = ${sum}`;
}

type Add = (db: Kysely<Schema>, values: readonly unknown[]) => Promise<unknown>;

/**
 * Adds rows to a table of sums: inserts a row, or adds to that of the same key. No two rows may have the same
 * key.
 */
export function adding(
  table: 'statistics_hour' | 'statistics_day' | 'statistics_slot',
  key: readonly string[],
  sums: readonly string[],
) {
  const columns = [...key, ...sums];
  const bySize = new Map<number, Add>(
    SIZES.map((size) => {
      const add = prepared<readonly unknown[], unknown>((_db, values) => {
        const row = (number: number) => columns.map((_, column) => values[number * columns.length + column]);
        const rows = Array.from({ length: size }, (_, number) => row(number));
        const keys = sql.join(key.map((column) => sql.ref(column)));
        const sets = sql.join(sums.map((column) => added(table, column)));
        return sql`${insertion(table, columns, rows)} on conflict (${keys}) do update set ${sets}`;
      });
      return [size, add];
    }),
  );
  return async (db: Kysely<Schema>, rows: readonly (readonly unknown[])[]): Promise<void> => {
    let first = 0;
    while (first < rows.length) {
      const size = SIZES.find((each) => each <= rows.length - first)!;
      await bySize.get(size)!(db, rows.slice(first, first + size).flat());
      first += size;
    }
  };
}
