import { DIMENSION_COLUMNS } from '../../src/storage/mediation/statistics/numbered-keys.ts';
import { SUM_COLUMN } from '../../src/storage/mediation/statistics/sums.ts';
import { fill } from './stored-logs.ts';

const DAY = 86_400_000;

/** A publisher has at most so many sources, each with many ad sources. */
const SOURCES = 40;

interface StoredFeeds {
  readonly path: string;
  readonly publisherId: string;
  readonly feeds: number;
}

/** Stores feeds of a publisher without a server. Each has one row, on one of the days of the last year. */
export function storeFeeds({ path, publisherId, feeds }: StoredFeeds): void {
  const values = { count: feeds, publisherId };
  fill(
    path,
    `insert into statistics_feed (feed_no, publisher_id, source, ad_source_id, settled, metrics)
    select i, @publisherId, 'source-' || (i % ${SOURCES}), cast(1000 + i / ${SOURCES} as text), 1, 255 from n`,
    values,
  );
  const dimensions = Object.values(DIMENSION_COLUMNS);
  const texts = dimensions.map((name) => (name === 'currency' ? "'EUR'" : "''"));
  fill(
    path,
    `insert into statistics_key (publisher_id, key_no, digest, used_until, ${dimensions})
    select @publisherId, i, zeroblob(16), 1000000, ${texts} from n`,
    { ...values, count: 1 },
  );
  const columns = Object.values(SUM_COLUMN);
  fill(
    path,
    `insert into statistics_day (feed_no, day, key_no, ${columns})
    select i, @today - i % 365, 1, ${columns.map(() => 'i')} from n`,
    { ...values, today: Math.floor(Date.now() / DAY) },
  );
}
