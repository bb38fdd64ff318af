import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { openHolds } from './holds.ts';

/** A part of time without the end; both in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly before: number;
}

/** The spans before a time that no hold covers, the oldest first. */
export async function spansWithoutHold(db: Kysely<Schema>, before: number): Promise<readonly Span[]> {
  const holds = openHolds(db).select(['from_at', 'to_at']).where('holder_id', 'is', null);
  const spans: Span[] = [];
  let from = 0;
  for (const { from_at, to_at } of await holds.orderBy('from_at').execute()) {
    if (from < Math.min(Number(from_at), before))
      spans.push({ from, before: Math.min(Number(from_at), before) });
    from = Math.max(from, to_at === null ? before : Number(to_at));
  }
  return from < before ? [...spans, { from, before }] : spans;
}

/** Ids of the devices of holders with a hold. */
export async function heldDevices(db: Kysely<Schema>): Promise<readonly string[]> {
  const holders = openHolds(db).select('holder_id').where('holder_id', 'is not', null);
  const query = db.selectFrom('proofing').select('device_reference_id').distinct();
  const rows = await query.where('holder_id', 'in', holders).execute();
  return rows.map((row) => row.device_reference_id);
}

/** Ids of holders with a hold. */
export async function heldHolders(db: Kysely<Schema>): Promise<readonly string[]> {
  const rows = await openHolds(db).select('holder_id').where('holder_id', 'is not', null).execute();
  return rows.map((row) => row.holder_id as string);
}

/** Whether no hold on a span of time covers the time in this column. */
export const outsideHeldSpans = (column: string) => sql<SqlBool>`not exists (
  select 1 from legal_hold where lifted_at is null and holder_id is null
  and ${sql.ref(column)} >= from_at and (to_at is null or ${sql.ref(column)} < to_at))`;

/** Whether the JSON in the column does not have this string, as a value. */
export function withoutString(column: string, value: string) {
  const pattern = `%${JSON.stringify(value).replaceAll(/[!%_]/g, '!$&')}%`;
  return sql<SqlBool>`coalesce(${sql.ref(column)}, '') not like ${pattern} escape '!'`;
}
