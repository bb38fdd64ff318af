import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Feed } from '../../../mediation/ports/statistics.ts';
import type { Schema } from '../../schema/index.ts';

type FeedRow = Schema['statistics_feed'];

const toFeed = ({ feed_no, source, ad_source_id, settled, metrics }: FeedRow): Feed => ({
  feedNo: feed_no,
  source,
  adSourceId: ad_source_id,
  settled: settled === 1,
  metrics,
});

/** Feeds that one statement reads. */
const PAGE = 2000;

/** All feeds of a publisher in the order of their numbers. */
export async function feedsOf(db: Kysely<Schema>, publisherId: string): Promise<readonly Feed[]> {
  const feeds: Feed[] = [];
  for (let page: FeedRow[] | undefined; page === undefined || page.length === PAGE; ) {
    const { source, ad_source_id, settled } = page?.at(-1) ?? { source: '', ad_source_id: '', settled: -1 };
    const after = sql<SqlBool>`(source, ad_source_id, settled) > (${source}, ${ad_source_id}, ${settled})`;
    page = await db
      .selectFrom('statistics_feed')
      .selectAll()
      .where('publisher_id', '=', publisherId)
      .where(after)
      .orderBy('source')
      .orderBy('ad_source_id')
      .orderBy('settled')
      .limit(PAGE)
      .execute();
    for (const row of page) feeds.push(toFeed(row));
  }
  return feeds.sort((one, other) => one.feedNo - other.feedNo);
}

export async function publishersWithStatistics(db: Kysely<Schema>): Promise<readonly string[]> {
  const rows = await db.selectFrom('statistics_feed').select('publisher_id').distinct().execute();
  return rows.map(({ publisher_id }) => publisher_id);
}

interface FeedsOf {
  readonly publisherId: string;
  readonly source: string;
  readonly settled: boolean;
  /** The ad sources, with the bits of the metrics that are sent now. */
  readonly metrics: ReadonlyMap<string, number>;
}

/** The numbers of the feeds by ad source. Missing feeds are inserted. */
export async function numberFeeds(
  db: Kysely<Schema>,
  { publisherId, source, settled, metrics }: FeedsOf,
): Promise<ReadonlyMap<string, number>> {
  const known = await db
    .selectFrom('statistics_feed')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('source', '=', source)
    .where('settled', '=', Number(settled))
    .execute();
  const numbers = new Map(known.map(({ ad_source_id, feed_no }) => [ad_source_id, feed_no]));
  for (const row of known) {
    const bits = row.metrics | (metrics.get(row.ad_source_id) ?? 0);
    if (bits === row.metrics) continue;
    await db
      .updateTable('statistics_feed')
      .set({ metrics: bits })
      .where('feed_no', '=', row.feed_no)
      .execute();
  }
  const missing = [...metrics].filter(([adSourceId]) => !numbers.has(adSourceId));
  if (missing.length === 0) return numbers;
  const last = await db
    .selectFrom('statistics_feed')
    .select(({ fn }) => fn.max('feed_no').as('feed_no'))
    .executeTakeFirst();
  let feed_no = last?.feed_no ?? 0;
  for (const [ad_source_id, bits] of missing) {
    feed_no += 1;
    const row = { feed_no, publisher_id: publisherId, source, ad_source_id };
    await db
      .insertInto('statistics_feed')
      .values({ ...row, settled: Number(settled), metrics: bits })
      .execute();
    numbers.set(ad_source_id, feed_no);
  }
  return numbers;
}
