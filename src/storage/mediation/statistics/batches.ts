import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Replaced, StatisticsBatch } from '../../../mediation/ports/statistics.ts';
import type { Schema } from '../../schema/index.ts';

type Named = Pick<StatisticsBatch, 'publisherId' | 'source' | 'batchId'>;

const digestOf = ({ publisherId, source, batchId }: Named) =>
  hash('sha256', JSON.stringify([publisherId, source, batchId]), 'buffer').subarray(0, 16);

const storedOf = (db: Kysely<Schema>, batch: Named) =>
  db
    .selectFrom('statistics_batch')
    .select(['accepted', 'first_day', 'last_day', 'scope'])
    .where('digest', '=', digestOf(batch))
    .executeTakeFirst();

/** The accepted rows of a batch that is stored; undefined if it is not. */
export const acceptedOf = async (db: Kysely<Schema>, batch: Named): Promise<number | undefined> =>
  (await storedOf(db, batch))?.accepted;

/** The ad sources and ad units that a batch replaces. */
type Scope = Pick<Replaced, 'adSourceIds' | 'adUnits' | 'adUnitsFrom' | 'adUnitsBefore'>;

function scopeText({ adSourceIds, adUnits, adUnitsFrom, adUnitsBefore }: Scope): string {
  const units = adUnits && { adUnits: adUnits.toSorted() };
  return JSON.stringify({ adSourceIds: adSourceIds.toSorted(), ...units, adUnitsFrom, adUnitsBefore });
}

const scopeColumns = ({ publisherId, source, replace }: StatisticsBatch) => ({
  publisher_id: replace ? publisherId : null,
  source: replace ? source : null,
  first_day: replace?.firstDay ?? null,
  last_day: replace?.lastDay ?? null,
  scope: replace ? scopeText(replace) : null,
});

/** Notes a new batch. Otherwise returns the accepted rows of the first time. */
export async function acceptedBefore(
  db: Kysely<Schema>,
  batch: StatisticsBatch,
): Promise<number | undefined> {
  const row = { digest: digestOf(batch), accepted: batch.accepted, expires_at: batch.keptUntil };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('statistics_batch')
    .values({ ...row, ...scopeColumns(batch) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? undefined : acceptedOf(db, batch);
}

/** Whether the batch that a batch continues is stored, was not replaced since, and replaced the same. */
export async function isContinued(db: Kysely<Schema>, batch: StatisticsBatch): Promise<boolean> {
  const { publisherId, source, replace } = batch;
  if (replace?.continues === undefined) return true;
  const first = await storedOf(db, { publisherId, source, batchId: replace.continues });
  const { firstDay, lastDay } = replace;
  return first?.first_day === firstDay && first.last_day === lastDay && first.scope === scopeText(replace);
}

function isCommon(one: Scope, other: Scope): boolean {
  const sources = new Set(one.adSourceIds);
  if (!other.adSourceIds.some((id) => sources.has(id))) return false;
  const from = [one.adUnitsFrom ?? '', other.adUnitsFrom ?? ''].sort()[1]!;
  const before = [one.adUnitsBefore ?? '~', other.adUnitsBefore ?? '~'].sort()[0]!;
  if (!one.adUnits && !other.adUnits) return from < before;
  const units = new Set(other.adUnits);
  return (one.adUnits ?? other.adUnits ?? []).some(
    (unit) => unit >= from && unit < before && (!one.adUnits || !other.adUnits || units.has(unit)),
  );
}

/** Batches of the same days that are compared one by one. */
const MOST_COMPARED = 1000;

/**
 * Forgets the earlier batches of which a batch replaces something, so that they are stored again when they come again.
 * To forget one too many does no harm: it would replace its days by the same numbers.
 */
export async function forgetReplaced(db: Kysely<Schema>, batch: StatisticsBatch): Promise<void> {
  const { publisherId, source, replace } = batch;
  if (!replace || replace.continues !== undefined) return;
  const earlier = await db
    .selectFrom('statistics_batch')
    .select(['digest', 'scope'])
    .where('publisher_id', '=', publisherId)
    .where('source', '=', source)
    .where('last_day', '>=', replace.firstDay)
    .where('first_day', '<=', replace.lastDay)
    .where('digest', '!=', digestOf(batch))
    .limit(MOST_COMPARED)
    .execute();
  const isAll = earlier.length === MOST_COMPARED;
  for (const { digest, scope } of earlier)
    if (isAll || isCommon(replace, JSON.parse(scope ?? '{}') as Scope))
      await db.deleteFrom('statistics_batch').where('digest', '=', digest).execute();
}
