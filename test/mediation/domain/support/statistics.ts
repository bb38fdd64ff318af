import {
  type StoredDimensions,
  type StoredSums,
  storedDimensions,
  storedSums,
} from '../../../support/stored-statistics.ts';
import { APPLOVIN, adUnit, createGroup, DAY } from './samples.ts';
import type { World } from './world.ts';

export async function all<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

export interface StoredRow extends StoredSums {
  readonly source: string;
  readonly settled: boolean;
  readonly adSourceId: string;
  readonly dimensions: StoredDimensions;
}

/** Everything that is stored of a publisher, by hour or by day. */
export async function storedRows(
  { statistics }: Pick<World, 'statistics'>,
  publisherId: string,
  unit: 'HOUR' | 'DAY' = 'DAY',
): Promise<readonly StoredRow[]> {
  const names = new Map((await storedDimensions(statistics, publisherId)).map((each) => [each.keyNo, each]));
  const stored: StoredRow[] = [];
  for (const { feedNo, source, settled, adSourceId } of await statistics.feeds(publisherId))
    for (const row of await storedSums(statistics, feedNo, unit))
      stored.push({ ...row, source, settled, adSourceId, dimensions: names.get(row.keyNo)! });
  return stored;
}

let batches = 0;

/** A publisher with a group, and functions that send its statistics. */
export async function publisherWithNumbers(world: World, reportingTimeZone?: string) {
  const publisher = await world.publisher(undefined, reportingTimeZone);
  const { groupId, lineId } = await createGroup(world, publisher);
  const rowOf = (changes: object = {}) => ({
    time: new Date(world.now()).toISOString(),
    adUnitId: adUnit(publisher),
    mediationGroupId: groupId,
    adSourceId: APPLOVIN,
    impressions: '1',
    ...changes,
  });
  const send = (rows: readonly unknown[], changes: object = {}) => {
    batches += 1;
    const body = { batchId: `batch-${batches}`, source: 'sdk', mode: 'ADD', rows, ...changes };
    return world.call(publisher, 'accounts.statistics.ingest', { body });
  };
  const dateOf = (instant: number) => {
    const date = new Date(instant);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  };
  /** The members of a batch that replaces the days since so many days ago. */
  const replacing = (daysAgo: number, changes: object = {}) => ({
    source: 'max',
    mode: 'REPLACE',
    replace: {
      dateRange: { startDate: dateOf(world.now() - daysAgo * DAY), endDate: dateOf(world.now()) },
      adSourceIds: [APPLOVIN],
      ...changes,
    },
  });
  /** The reason for which a row is left out; undefined if it is counted. */
  const reasonFor = async (row: unknown, changes: object = {}) =>
    (await send([row], changes)).rejected?.[0]?.reason;
  return { publisher, groupId, lineId, rowOf, send, replacing, reasonFor };
}
