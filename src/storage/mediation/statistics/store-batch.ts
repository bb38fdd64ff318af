import type { Kysely } from 'kysely';
import { Slices } from '../../../conventions/event-loop-turns.ts';
import { DAY, MINUTE } from '../../../conventions/time.ts';
import { addWholeNumbers, type WholeNumber } from '../../../conventions/whole-numbers.ts';
import type { HourSums, Ingested, StatisticsBatch } from '../../../mediation/ports/statistics.ts';
import type { Schema } from '../../schema/index.ts';
import { noteOldDays } from '../parquet/listed-days.ts';
import { admitVersions, type KnownVersions } from './admitted-versions.ts';
import { acceptedBefore, forgetReplaced, isContinued } from './batches.ts';
import { numberFeeds } from './feeds.ts';
import { type KnownKey, type KnownKeys, numberKeys, textOf, type UsedKey } from './numbered-keys.ts';
import { replaceRows } from './replace-rows.ts';
import { adding, SLOT_COLUMNS, SUM_COLUMNS, sumValues } from './sums.ts';

const addHours = adding('statistics_hour', ['feed_no', 'hour', 'key_no'], SUM_COLUMNS);
const addDays = adding('statistics_day', ['feed_no', 'day', 'key_no'], SUM_COLUMNS);
const addSlots = adding(
  'statistics_slot',
  ['publisher_id', 'experiment_id', 'day', 'slot', 'currency'],
  SLOT_COLUMNS,
);

/** The day of a source is written anew after this time, so that batches rarely write the same row. */
const ARRIVAL_STEP = 5 * MINUTE;

async function noteArrival(db: Kysely<Schema>, batch: StatisticsBatch): Promise<void> {
  const { publisherId: publisher_id, source, receivedAt: last_at } = batch;
  const day = Math.floor(last_at / DAY);
  const known = await db
    .selectFrom('statistics_arrival')
    .select('last_at')
    .where('publisher_id', '=', publisher_id)
    .where('source', '=', source)
    .where('day', '=', day)
    .executeTakeFirst();
  if (known && last_at < known.last_at + ARRIVAL_STEP) return;
  await db
    .insertInto('statistics_arrival')
    .values({ publisher_id, source, day, last_at })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'source', 'day']).doUpdateSet({ last_at }))
    .execute();
}

/** Bits of the metrics that the rows have, by ad source. */
function metricsOf({ rows, replace }: StatisticsBatch): ReadonlyMap<string, number> {
  const metrics = new Map((replace?.adSourceIds ?? []).map((adSourceId) => [adSourceId, 0]));
  for (const { adSourceId, metrics: bits } of rows)
    metrics.set(adSourceId, (metrics.get(adSourceId) ?? 0) | bits);
  return metrics;
}

interface Texts {
  /** The text of the combination of each row, in the order of the rows. */
  readonly texts: readonly string[];
  readonly used: ReadonlyMap<string, UsedKey>;
}

/** The combinations of the rows. */
async function usedKeys(publisherId: string, rows: readonly HourSums[]): Promise<Texts> {
  const texts: string[] = [];
  const used = new Map<string, UsedKey>();
  const slices = new Slices();
  for (const { dimensions, day } of rows) {
    const text = textOf(publisherId, dimensions);
    texts.push(text);
    const before = used.get(text);
    if (before === undefined || before.lastDay < day) used.set(text, { dimensions, lastDay: day });
    if (slices.over) await slices.next();
  }
  return { texts, used };
}

/** Feed, time, number of the combination, and the sums. */
type Keyed = [feed: number, time: number, key: number, ...sums: WholeNumber[]];

const KEY_LENGTH = 3;

/** In the order of the primary key, in which all transactions write, so that none waits for another in a circle. */
const inKeyOrder = (one: Keyed, other: Keyed) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2];

/**
 * Sorts rows, and adds up those of the same feed, time and key: hours of a day, and rows whose versions were
 * cut.
 */
async function summed(rows: Keyed[]): Promise<readonly Keyed[]> {
  const slices = new Slices();
  const sums: Keyed[] = [];
  for (const row of rows.sort(inKeyOrder)) {
    const last = sums.at(-1);
    if (!last || inKeyOrder(last, row) !== 0) sums.push(row);
    else for (let at = KEY_LENGTH; at < row.length; at += 1) last[at] = addWholeNumbers(last[at]!, row[at]!);
    if (slices.over) await slices.next();
  }
  return sums;
}

interface StoredBatch {
  readonly ingested: Ingested;
  /** Combinations of dimensions and versions that are known if the transaction commits. */
  readonly keys: ReadonlyMap<string, KnownKey>;
  readonly versions: KnownVersions;
}

/** What this process knows of committed rows. */
export interface KnownRows {
  readonly keys: KnownKeys;
  readonly versions: KnownVersions;
}

/** The transaction of a batch. @throws SumTooLarge */
export async function storeBatch(
  db: Kysely<Schema>,
  batch: StatisticsBatch,
  known: KnownRows,
): Promise<StoredBatch> {
  const { publisherId, source, replace, slots } = batch;
  const unchanged = (ingested: Ingested) => ({ ingested, keys: new Map(), versions: new Map() });
  if (!(await isContinued(db, batch))) return unchanged({ outcome: 'notContinued' });
  const accepted = await acceptedBefore(db, batch);
  if (accepted !== undefined) return unchanged({ outcome: 'duplicate', accepted });
  await forgetReplaced(db, batch);
  await noteArrival(db, batch);
  await noteOldDays(db, batch);
  const { rows, versions } = await admitVersions(db, publisherId, batch.rows, known.versions);
  const metrics = metricsOf(batch);
  const feeds = await numberFeeds(db, { publisherId, source, settled: replace !== undefined, metrics });
  const { texts, used } = await usedKeys(publisherId, rows);
  const { numbers, found } = await numberKeys(db, publisherId, used, known.keys);
  if (replace) await replaceRows(db, { ...replace, publisherId, source, metrics }, feeds);
  const hours: Keyed[] = [];
  const days: Keyed[] = [];
  const slices = new Slices();
  for (const [index, { adSourceId, hour, day, sums }] of rows.entries()) {
    const [feed, key, values] = [feeds.get(adSourceId)!, numbers.get(texts[index]!)!, sumValues(sums)];
    hours.push([feed, hour, key, ...values]);
    days.push([feed, day, key, ...values]);
    if (slices.over) await slices.next();
  }
  await addHours(db, await summed(hours));
  await addDays(db, await summed(days));
  const bySlot = [...slots].sort(
    (a, b) => (a.experimentId < b.experimentId ? -1 : 1) || a.day - b.day || a.slot - b.slot,
  );
  await addSlots(
    db,
    bySlot.map((slot) => [
      publisherId,
      slot.experimentId,
      slot.day,
      slot.slot,
      slot.currency,
      slot.users,
      slot.adRequests,
      slot.matchedRequests,
      slot.impressions,
      slot.clicks,
      slot.revenueMicros,
    ]),
  );
  return { ingested: { outcome: 'stored', accepted: batch.accepted }, keys: found, versions };
}
