import { type Kysely, sql } from 'kysely';
import { Slices } from '../../../conventions/event-loop-turns.ts';
import type { HourSums } from '../../../mediation/ports/statistics.ts';
import {
  BOUNDED_DIMENSIONS,
  type BoundedDimension as Dimension,
  OTHER_VALUE,
  VALUES_ADMITTED,
} from '../../../mediation/statistics/bounded-dimensions.ts';
import type { Schema } from '../../schema/index.ts';
import { insertRows } from '../../statements.ts';

/** Versions that are stored by name, by publisher, day and dimension. Only of committed rows. */
export type KnownVersions = Map<string, ReadonlySet<string>>;

/** Days of publishers that are remembered, each with at most as many versions as are admitted. */
const MOST_KNOWN = 300;

/** Values in one statement. */
const AT_ONCE = 100;

const NONE: ReadonlySet<string> = new Set();

const nameOf = (publisherId: string, day: number, dimension: string) => `${publisherId} ${day} ${dimension}`;

export function rememberVersions(known: KnownVersions, days: KnownVersions): void {
  if (days.size > MOST_KNOWN) return;
  if (known.size + days.size > MOST_KNOWN) known.clear();
  for (const [name, admitted] of days) known.set(name, new Set([...(known.get(name) ?? []), ...admitted]));
}

/** The versions of one dimension that rows have on one day of a publisher. */
interface Used {
  readonly day: number;
  readonly dimension: Dimension;
  /** Those that are known to be stored by name. */
  readonly admitted: ReadonlySet<string>;
  readonly unknown: Set<string>;
}

async function usedBy(publisherId: string, rows: readonly HourSums[], known: KnownVersions) {
  const used = new Map<string, Used>();
  const slices = new Slices();
  for (const { day, dimensions } of rows) {
    for (const dimension of BOUNDED_DIMENSIONS) {
      const value = dimensions[dimension];
      if (value === '' || value === OTHER_VALUE) continue;
      const name = nameOf(publisherId, day, dimension);
      const found = used.get(name) ?? {
        day,
        dimension,
        admitted: known.get(name) ?? NONE,
        unknown: new Set(),
      };
      if (!found.admitted.has(value)) found.unknown.add(value);
      used.set(name, found);
    }
    if (slices.over) await slices.next();
  }
  return used;
}

const of = (publisherId: string, day: number, dimension: Dimension) =>
  sql`publisher_id = ${publisherId} and day = ${day} and dimension = ${dimension}`;

/** Which of the values are stored by name. */
async function storedOf(db: Kysely<Schema>, at: ReturnType<typeof of>, values: readonly string[]) {
  const stored = new Set<string>();
  for (let first = 0; first < values.length; first += AT_ONCE) {
    const some = sql.join(values.slice(first, first + AT_ONCE));
    const { rows } = await sql<{ value: string }>`select value from statistics_version
      where ${at} and value in (${some})`.execute(db);
    for (const { value } of rows) stored.add(value);
  }
  return stored;
}

/** How many further versions of the day can be stored by name. */
async function placesLeft(db: Kysely<Schema>, at: ReturnType<typeof of>, most: number): Promise<number> {
  const { rows } = await sql<{ value: string }>`select value from statistics_version where ${at}
    limit ${sql.lit(most)}`.execute(db);
  return most - rows.length;
}

/** Admits further versions of a day, as many as there are places left; returns all that are admitted. */
async function admit(db: Kysely<Schema>, publisherId: string, { day, dimension, admitted, unknown }: Used) {
  const at = of(publisherId, day, dimension);
  const stored = await storedOf(db, at, [...unknown]);
  const missing = [...unknown].filter((value) => !stored.has(value));
  const added =
    missing.length === 0 ? [] : missing.slice(0, await placesLeft(db, at, VALUES_ADMITTED[dimension]));
  for (let first = 0; first < added.length; first += AT_ONCE) {
    const part = added.slice(first, first + AT_ONCE);
    const inserted = part.map((value) => ({ publisher_id: publisherId, day, dimension, value }));
    await insertRows(db, 'statistics_version', inserted);
  }
  return new Set([...admitted, ...stored, ...added]);
}

interface AdmittedVersions {
  readonly rows: readonly HourSums[];
  /** What is known in addition if the transaction commits. */
  readonly versions: KnownVersions;
}

/**
 * Replaces versions by `other` if their day already has its most: a day then has a bounded number of
 * combinations. The first versions of a day are stored by name.
 */
export async function admitVersions(
  db: Kysely<Schema>,
  publisherId: string,
  rows: readonly HourSums[],
  known: KnownVersions,
): Promise<AdmittedVersions> {
  const used = await usedBy(publisherId, rows, known);
  const versions: KnownVersions = new Map();
  const slices = new Slices();
  for (const [name, each] of used) {
    if (each.unknown.size > 0) versions.set(name, await admit(db, publisherId, each));
    if (slices.over) await slices.next();
  }
  if (versions.size === 0) return { rows, versions };
  const isCut = (day: number, dimension: Dimension, value: string) => {
    if (value === '' || value === OTHER_VALUE) return false;
    const name = nameOf(publisherId, day, dimension);
    return !(versions.get(name) ?? used.get(name)?.admitted)?.has(value);
  };
  const kept: HourSums[] = [];
  for (const row of rows) {
    const cut = BOUNDED_DIMENSIONS.filter((name) => isCut(row.day, name, row.dimensions[name]));
    const others = Object.fromEntries(cut.map((name) => [name, OTHER_VALUE]));
    kept.push(cut.length === 0 ? row : { ...row, dimensions: { ...row.dimensions, ...others } });
    if (slices.over) await slices.next();
  }
  return { rows: kept, versions };
}
