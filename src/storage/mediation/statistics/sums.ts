import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { WholeNumber } from '../../../conventions/whole-numbers.ts';
import {
  type CountedMetric,
  METRICS,
  type MetricSums,
  MOST_SUM,
} from '../../../mediation/ports/statistics.ts';
import type { Schema, SumColumns } from '../../schema/index.ts';
import { insertion, preparedChange } from '../../statements.ts';

/** A sum would be above MOST_SUM. */
export class SumTooLarge extends Error {
  override readonly name = 'SumTooLarge';
}

const isTooLarge = (value: unknown) => typeof value === 'bigint' && value > MOST_SUM;

const MOST = sql.raw(String(MOST_SUM));

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

export const SLOT_COLUMNS = [
  'users',
  'ad_requests',
  'matched_requests',
  'impressions',
  'clicks',
  'revenue_micros',
] as const;

export const SUM_COLUMNS = METRICS.map((metric) => SUM_COLUMN[metric]);

export const sumValues = (sums: MetricSums): readonly WholeNumber[] => METRICS.map((metric) => sums[metric]);

/** Adds to the columns of a row. A row of which a sum would be too large is not changed, and not counted as changed. */
function addition(table: string, columns: readonly string[]): RawBuilder<unknown> {
  const both = columns.map(
    (column) => [sql.ref(`${table}.${column}`), sql.ref(`excluded.${column}`)] as const,
  );
  const sets = both.map(([before, more], index) => sql`${sql.ref(columns[index]!)} = ${before} + ${more}`);
  const fits = both.map(([before, more]) => sql`${before} <= ${MOST} - ${more}`);
  return sql`update set ${sql.join(sets)} where ${sql.join(fits, sql` and `)}`;
}

type Add = (db: Kysely<Schema>, values: readonly unknown[]) => Promise<number>;

/**
 * Adds rows to a table of sums: inserts a row, or adds to that of the same key. No two rows may have the same
 * key. @throws SumTooLarge
 */
export function adding(
  table: 'statistics_hour' | 'statistics_day' | 'statistics_slot',
  key: readonly string[],
  sums: readonly string[],
) {
  const columns = [...key, ...sums];
  const bySize = new Map<number, Add>(
    SIZES.map((size) => {
      const add = preparedChange<readonly unknown[]>((_db, values) => {
        const row = (number: number) => columns.map((_, column) => values[number * columns.length + column]);
        const rows = Array.from({ length: size }, (_, number) => row(number));
        const keys = sql.join(key.map((column) => sql.ref(column)));
        return sql`${insertion(table, columns, rows)} on conflict (${keys}) do ${addition(table, sums)}`;
      });
      return [size, add];
    }),
  );
  return async (db: Kysely<Schema>, rows: readonly (readonly unknown[])[]): Promise<void> => {
    let first = 0;
    while (first < rows.length) {
      const size = SIZES.find((each) => each <= rows.length - first)!;
      const values = rows.slice(first, first + size).flat();
      if (values.some(isTooLarge) || (await bySize.get(size)!(db, values)) < size) throw new SumTooLarge();
      first += size;
    }
  };
}
