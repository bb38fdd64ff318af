import { type Kysely, type SqlBool, sql } from 'kysely';
import type { SourceArrival, StatisticsStore } from '../../../mediation/ports/statistics.ts';
import type { Database } from '../../database.ts';
import type { Schema } from '../../schema/index.ts';
import { rememberVersions } from './admitted-versions.ts';
import { acceptedOf } from './batches.ts';
import { ceilings } from './claim-ceilings.ts';
import { feedsOf } from './feeds.ts';
import { namedQueues } from './named-queues.ts';
import { remember } from './numbered-keys.ts';
import { purgeStatistics } from './purge-statistics.ts';
import { dimensionPages, lastKeyNo, rowPages, settledPages, slotPages } from './read-statistics.ts';
import { type KnownRows, storeBatch } from './store-batch.ts';
import { SumTooLarge } from './sums.ts';

/** A source sends daily if it sent on so many days in a row. */
const DAILY = 4;

/** The most days that are read, of all sources of a publisher together; and those that one statement reads. */
const MOST_ARRIVALS = 10_000;
const ARRIVALS = 2000;

async function sourcesOf(db: Kysely<Schema>, publisherId: string): Promise<readonly SourceArrival[]> {
  const all = db.selectFrom('statistics_arrival').selectAll().where('publisher_id', '=', publisherId);
  const latest = all.orderBy('source', 'desc').orderBy('day', 'desc').limit(ARRIVALS);
  const rows = await latest.execute();
  for (let isLast = rows.length < ARRIVALS; !isLast && rows.length < MOST_ARRIVALS; ) {
    const { source, day } = rows.at(-1) as (typeof rows)[number];
    const page = await latest.where(sql<SqlBool>`(source, day) < (${source}, ${day})`).execute();
    rows.push(...page);
    isLast = page.length < ARRIVALS;
  }
  // So that of a source at the limit the latest days are there.
  rows.reverse();
  return [...Map.groupBy(rows, ({ source }) => source)].map(([source, days]) => {
    const { last_at: lastAt, day: last } = days.at(-1) as (typeof rows)[number];
    const sent = new Set(days.map(({ day }) => day));
    const daily = Array.from({ length: DAILY }, (_, back) => sent.has(last - back)).every(Boolean);
    return { source, lastAt, daily };
  });
}

export function statisticsStore(database: Database): StatisticsStore {
  const known: KnownRows = { keys: new Map(), versions: new Map() };
  const daily = ceilings(database);
  const inLane = namedQueues();
  const { reader, replica } = database;
  return {
    ingest: (batch) =>
      inLane(batch.publisherId, async () => {
        const { ceiling } = batch;
        if (ceiling && !(await daily.take(ceiling))) {
          const accepted = await acceptedOf(reader, batch);
          return accepted === undefined ? { outcome: 'overCeiling' } : { outcome: 'duplicate', accepted };
        }
        let isStored = false;
        try {
          const { ingested, keys, versions } = await database.write((db) => storeBatch(db, batch, known));
          remember(known.keys, keys);
          rememberVersions(known.versions, versions);
          isStored = ingested.outcome === 'stored';
          return ingested;
        } catch (error) {
          if (error instanceof SumTooLarge) return { outcome: 'sumTooLarge' };
          throw error;
        } finally {
          if (ceiling && !isStored) daily.giveBack(ceiling);
        }
      }),
    feeds: (publisherId) => feedsOf(reader, publisherId),
    async publishersOf(source) {
      const query = reader.selectFrom('statistics_feed').select('publisher_id').distinct();
      const rows = await query.where('source', '=', source).orderBy('publisher_id').execute();
      return rows.map(({ publisher_id }) => publisher_id);
    },
    lastKeyNo: (publisherId) => lastKeyNo(replica, publisherId),
    dimensions: (query) => dimensionPages(replica, query),
    rows: (query) => rowPages(replica, query),
    settledDays: (publisherId, first, last) => settledPages(reader, publisherId, first, last),
    slotSums: (publisherId, experimentId) => slotPages(replica, publisherId, experimentId),
    sources: (publisherId) => sourcesOf(reader, publisherId),
    sweep: (retention) => purgeStatistics(database, retention),
  };
}
