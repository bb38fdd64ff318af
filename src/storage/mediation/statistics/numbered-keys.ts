import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { StatisticsDimensions } from '../../../mediation/ports/statistics.ts';
import type { Schema } from '../../schema/index.ts';
import { insertRows } from '../../statements.ts';

type KeyRow = Schema['statistics_key'];

/** A combination is marked as used in steps of so many days, so that it is rarely written. */
const USED_STEP = 32;

const usedUntil = (day: number) => Math.ceil((day + 1) / USED_STEP) * USED_STEP;

export const DIMENSION_COLUMNS = {
  adUnit: 'ad_unit',
  app: 'app',
  platform: 'platform',
  format: 'format',
  mediationGroup: 'mediation_group',
  line: 'line',
  country: 'country',
  osVersion: 'os_version',
  sdkVersion: 'sdk_version',
  appVersion: 'app_version',
  servingRestriction: 'serving_restriction',
  currency: 'currency',
} as const satisfies Readonly<Record<keyof StatisticsDimensions, keyof KeyRow>>;

const NAMES = Object.entries(DIMENSION_COLUMNS) as readonly (readonly [
  keyof StatisticsDimensions,
  (typeof DIMENSION_COLUMNS)[keyof StatisticsDimensions],
])[];

type DimensionColumns = Pick<KeyRow, (typeof DIMENSION_COLUMNS)[keyof StatisticsDimensions]>;

const fromDimensions = (dimensions: StatisticsDimensions) =>
  Object.fromEntries(NAMES.map(([name, column]) => [column, dimensions[name]])) as DimensionColumns;

/** Text that is different for each combination of a publisher. */
export const textOf = (publisherId: string, dimensions: StatisticsDimensions): string =>
  JSON.stringify([publisherId, ...NAMES.map(([name]) => dimensions[name])]);

const digestOf = (text: string) => hash('sha256', text, 'buffer').subarray(0, 16);

export interface KnownKey {
  readonly keyNo: number;
  readonly usedUntil: number;
}

/** Combinations by their text. Only of committed rows. */
export type KnownKeys = Map<string, KnownKey>;

const MOST_KNOWN = 200_000;

export function remember(known: KnownKeys, keys: ReadonlyMap<string, KnownKey>): void {
  if (known.size + keys.size > MOST_KNOWN) known.clear();
  for (const [text, key] of keys) known.set(text, key);
}

/** A combination that a batch uses, up to a day. */
export interface UsedKey {
  readonly dimensions: StatisticsDimensions;
  readonly lastDay: number;
}

/** In one statement; each of them takes less than a millisecond. */
const AT_ONCE = 100;

async function numberPart(
  db: Kysely<Schema>,
  publisherId: string,
  part: readonly (readonly [string, UsedKey])[],
): Promise<ReadonlyMap<string, KnownKey>> {
  const digests = new Map(part.map(([text]) => [digestOf(text).toString('hex'), text]));
  const rows = await db
    .selectFrom('statistics_key')
    .select(['key_no', 'digest', 'used_until'])
    .where('publisher_id', '=', publisherId)
    .where(
      'digest',
      'in',
      [...digests.keys()].map((hex) => Buffer.from(hex, 'hex')),
    )
    .execute();
  const numbered = new Map<string, KnownKey>();
  const used = new Map(part);
  for (const { digest, key_no, used_until } of rows) {
    const text = digests.get(Buffer.from(digest).toString('hex'))!;
    const until = Math.max(used_until, usedUntil(used.get(text)!.lastDay));
    numbered.set(text, { keyNo: key_no, usedUntil: until });
    if (until === used_until) continue;
    await db
      .updateTable('statistics_key')
      .set({ used_until: until })
      .where('publisher_id', '=', publisherId)
      .where('key_no', '=', key_no)
      .execute();
  }
  const missing = part.filter(([text]) => !numbered.has(text));
  if (missing.length === 0) return numbered;
  const last = await db
    .selectFrom('statistics_key')
    .select(({ fn }) => fn.max('key_no').as('key_no'))
    .where('publisher_id', '=', publisherId)
    .executeTakeFirst();
  let key_no = last?.key_no ?? 0;
  const inserted = missing.map(([text, { dimensions, lastDay }]) => {
    key_no += 1;
    const used_until = usedUntil(lastDay);
    numbered.set(text, { keyNo: key_no, usedUntil: used_until });
    const digest = digestOf(text);
    return { publisher_id: publisherId, key_no, digest, used_until, ...fromDimensions(dimensions) };
  });
  await insertRows(db, 'statistics_key', inserted);
  return numbered;
}

interface NumberedKeys {
  /** The numbers of all combinations, by their text. */
  readonly numbers: ReadonlyMap<string, number>;
  /** What is known in addition if the transaction commits. */
  readonly found: ReadonlyMap<string, KnownKey>;
}

/** Numbers the combinations of dimensions. Missing ones are inserted, and those that are used later are noted. */
export async function numberKeys(
  db: Kysely<Schema>,
  publisherId: string,
  used: ReadonlyMap<string, UsedKey>,
  known: KnownKeys,
): Promise<NumberedKeys> {
  const numbers = new Map<string, number>();
  const unknown: (readonly [string, UsedKey])[] = [];
  for (const entry of used) {
    const [text, { lastDay }] = entry;
    const key = known.get(text);
    if (key !== undefined && key.usedUntil >= usedUntil(lastDay)) numbers.set(text, key.keyNo);
    else unknown.push(entry);
  }
  const found = new Map<string, KnownKey>();
  for (let first = 0; first < unknown.length; first += AT_ONCE) {
    for (const [text, key] of await numberPart(db, publisherId, unknown.slice(first, first + AT_ONCE))) {
      found.set(text, key);
      numbers.set(text, key.keyNo);
    }
  }
  return { numbers, found };
}
