import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Feed, METRICS } from '../../../mediation/ports/statistics.ts';
import type { Database } from '../../database.ts';
import { feedsOf } from '../statistics/feeds.ts';
import { DIMENSION_COLUMNS } from '../statistics/numbered-keys.ts';
import { dimensionPages, rowPages } from '../statistics/read-statistics.ts';
import { SUM_COLUMNS } from '../statistics/sums.ts';
import { type Columns, type ColumnType, inColumns, type Session } from './duckdb.ts';
import { dayFolder, publish } from './files.ts';
import type { ListedFile } from './listed-days.ts';

type Names = readonly (keyof typeof DIMENSION_COLUMNS)[];
const NAMES = Object.keys(DIMENSION_COLUMNS) as unknown as Names;
const TEXTS = NAMES.map((name) => DIMENSION_COLUMNS[name]);

const columns = (names: readonly string[], type: ColumnType) =>
  Object.fromEntries(names.map((name) => [name, type]));
const KEY = { key_no: 'INTEGER', ...columns(TEXTS, 'VARCHAR') } as const;
const FEED = { feed_no: 'INTEGER', source: 'VARCHAR', ad_source_id: 'VARCHAR', settled: 'BOOLEAN' } as const;
const ROW = {
  feed_no: 'INTEGER',
  day_no: 'INTEGER',
  key_no: 'INTEGER',
  ...columns(SUM_COLUMNS, 'BIGINT'),
} as const;

/** The rows of a file have their numbers, for reports, and what these stand for, for other readers. */
const CONTENT = `select source, ad_source_id, settled, ${TEXTS.join()}, ${SUM_COLUMNS.join()}, feed_no, day_no, key_no
  from sums join feed using (feed_no) left join combination using (key_no) order by feed_no, key_no`;

async function* keysAfter(
  database: Database,
  publisherId: string,
  last: { keyNo: number },
): AsyncGenerator<Columns> {
  for await (const page of dimensionPages(database.reader, { publisherId, names: NAMES }, last.keyNo)) {
    yield [page.map(([keyNo]) => keyNo), ...NAMES.map((_, at) => page.map((key) => key[at + 2] as string))];
    last.keyNo = page.at(-1)![0];
  }
}

/** Not from a replica, which lags. */
async function* rowsOf({ reader }: Database, feeds: readonly Feed[], day: number): AsyncGenerator<Columns> {
  for (const { feedNo } of feeds) {
    const query = { feedNo, unit: 'DAY', from: day, before: day + 1, metrics: METRICS } as const;
    for await (const page of rowPages(reader, query)) {
      const sums = METRICS.map((_, at) => page.map((row) => BigInt(row[at + 2]!)));
      yield [page.map(() => feedNo), page.map(() => day), page.map(([, keyNo]) => keyNo), ...sums];
    }
  }
}

interface Parts {
  readonly database: Database;
  readonly session: Session;
  readonly folder: string;
}

/** Makes files of days of one publisher. */
export function filesOfDays({ database, session, folder }: Parts, publisherId: string) {
  const last = { keyNo: -1 };
  return async (day: number): Promise<ListedFile> => {
    const feeds = await feedsOf(database.reader, publisherId);
    await session.fill('sums', ROW, rowsOf(database, feeds, day));
    const named = ({ feedNo, source, adSourceId, settled }: Feed) => [feedNo, source, adSourceId, settled];
    await session.fill('feed', FEED, inColumns(feeds, named));
    // After the rows, so that all their combinations are there.
    const keys = keysAfter(database, publisherId, last);
    await (last.keyNo < 0
      ? session.fill('combination', KEY, keys)
      : session.append('combination', KEY, keys));
    const target = dayFolder(folder, publisherId, day);
    await mkdir(target, { recursive: true, mode: 0o700 });
    const unnamed = join(target, `.${randomUUID()}.unnamed`);
    try {
      await session.run(`copy (${CONTENT}) to $1 (format parquet, compression zstd)`, [unnamed]);
      return { day, ...(await publish(unnamed, target)) };
    } catch (error) {
      await rm(unnamed, { force: true });
      throw error;
    }
  };
}
