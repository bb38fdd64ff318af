import type { Kysely } from 'kysely';
import type { HourSums } from '../../../mediation/ports/statistics.ts';
import {
  OTHER_VERSION,
  VERSION_DIMENSIONS,
  VERSIONS_ADMITTED,
} from '../../../mediation/statistics/versions.ts';
import type { Schema } from '../../schema/index.ts';
import { insertRows } from '../../statements.ts';

type VersionRow = Schema['statistics_version'];

const nameOf = (day: number, dimension: string, value: string) => `${day} ${dimension} ${value}`;

/**
 * Replaces versions by `other` if their day already has its most: a day then has a bounded number of
 * combinations. The first versions of a day are stored by name.
 */
export async function admitVersions(
  db: Kysely<Schema>,
  publisherId: string,
  rows: readonly HourSums[],
): Promise<readonly HourSums[]> {
  const days = [...new Set(rows.map(({ day }) => day))];
  const isVersioned = rows.some(({ dimensions }) => VERSION_DIMENSIONS.some((name) => dimensions[name]));
  if (!isVersioned) return rows;
  const known: readonly VersionRow[] = await db
    .selectFrom('statistics_version')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('day', 'in', days)
    .execute();
  const admitted = new Set(known.map(({ day, dimension, value }) => nameOf(day, dimension, value)));
  const counts = new Map<string, number>();
  const count = (day: number, dimension: string) => {
    const name = `${day} ${dimension}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts.get(name)!;
  };
  for (const { day, dimension } of known) count(day, dimension);
  const added: VersionRow[] = [];
  const isAdmitted = (day: number, dimension: string, value: string) => {
    const name = nameOf(day, dimension, value);
    if (value === '' || value === OTHER_VERSION || admitted.has(name)) return true;
    if ((counts.get(`${day} ${dimension}`) ?? 0) >= VERSIONS_ADMITTED) return false;
    count(day, dimension);
    admitted.add(name);
    added.push({ publisher_id: publisherId, day, dimension, value });
    return true;
  };
  const kept = rows.map((row) => {
    const cut = VERSION_DIMENSIONS.filter((name) => !isAdmitted(row.day, name, row.dimensions[name]));
    if (cut.length === 0) return row;
    const others = Object.fromEntries(cut.map((name) => [name, OTHER_VERSION]));
    return { ...row, dimensions: { ...row.dimensions, ...others } };
  });
  await insertRows(db, 'statistics_version', added);
  return kept;
}
