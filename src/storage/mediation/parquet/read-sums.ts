import type { DuckDBValue } from '@duckdb/node-api';
import type { WholeNumber } from '../../../conventions/whole-numbers.ts';
import type { KeyPage, SummedRow, SumsQuery } from '../../../mediation/ports/parquet.ts';
import { SUM_COLUMN } from '../statistics/sums.ts';
import { inColumns, type Session } from './duckdb.ts';

const KEY = { key_no: 'INTEGER', sum_key_no: 'INTEGER', by_feed_and_day: 'BOOLEAN' } as const;
const FEED = { feed_no: 'INTEGER', sum_feed_no: 'INTEGER', bits: 'INTEGER' } as const;
const DAY_METRICS = { feed_no: 'INTEGER', day_no: 'INTEGER', bits: 'INTEGER' } as const;

export async function fillKeys(session: Session, pages: Iterable<KeyPage>): Promise<void> {
  const columns = function* () {
    for (const { keyNos, sumKeyNos, byFeedAndDay } of pages) yield [keyNos, sumKeyNos, byFeedAndDay];
  };
  await session.fill('combination', KEY, columns());
}

/**
 * Adds up what a report shows as one row. If sums for each feed, day and combination are few, they are made first: then the
 * feeds and the metrics that count are looked up for these sums instead of for all rows.
 */
function textOf({ metrics, isFew }: SumsQuery): string {
  const columns = metrics.map((metric) => SUM_COLUMN[metric]);
  const sums = columns.map((column) => `sum(${column}) as ${column}`);
  const list = (...parts: readonly string[]) => parts.join(', ');
  return `select ${list(
    'if(by_feed_and_day, feed_no, sum_feed_no) as feed',
    'if(by_feed_and_day, day_no, $2) as day',
    'sum_key_no',
    'coalesce(day_metrics.bits, feed.bits) as counting',
    ...sums,
  )} from (
    select ${list('feed_no', 'day_no', 'sum_key_no', 'by_feed_and_day', ...(isFew ? sums : columns))}
    from read_parquet($1, hive_partitioning = false) join combination using (key_no) ${isFew ? 'group by all' : ''}
  ) join feed using (feed_no) left join day_metrics using (feed_no, day_no)
  where coalesce(day_metrics.bits, feed.bits) <> 0 group by 1, 2, 3, 4 order by 1, 2`;
}

const exact = (value: DuckDBValue): WholeNumber => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : (value as bigint);
};

const toRow = ([feed, day, first, counting, ...sums]: DuckDBValue[]) =>
  [feed, day, first, counting, ...sums.map(exact)] as readonly unknown[] as SummedRow;

/** `paths`: the files of the days. */
export async function* readSums(
  session: Session,
  query: SumsQuery,
  paths: readonly string[],
): AsyncGenerator<readonly SummedRow[]> {
  await session.fill(
    'feed',
    FEED,
    inColumns(query.feeds, (feed) => feed),
  );
  await session.fill(
    'day_metrics',
    DAY_METRICS,
    inColumns(query.dayMetrics, (metrics) => metrics),
  );
  const values = [session.texts(paths), query.days[0]!];
  for await (const rows of session.pages(textOf(query), values)) yield rows.map(toRow);
}
