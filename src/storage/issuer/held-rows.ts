import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { openHolds } from './holds.ts';
import { OWNS_DEVICE } from './people.ts';

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

const HOLDERS_ROWS = [
  ['proofing', 'proofing_id', sql``],
  ['proofing', 'device_reference_id', sql` and ${OWNS_DEVICE}`],
  ['credential', 'credential_id', sql``],
] as const;

/** Ids of the holders with a hold, and of their proofings, devices and credentials. */
export async function heldIds(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const holders = openHolds(db).select('holder_id').where('holder_id', 'is not', null);
  const ids = new Set((await holders.execute()).map((row) => row.holder_id as string));
  if (ids.size === 0) return ids;
  for (const [table, column, condition] of HOLDERS_ROWS) {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}
      where holder_id in (${holders})${condition}`.execute(db);
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

/** Whether no hold on a span of time covers the time in this column. */
export const outsideHeldSpans = (column: string) => sql<SqlBool>`not exists (
  select 1 from legal_hold where lifted_at is null and holder_id is null
  and ${sql.ref(column)} >= from_at and (to_at is null or ${sql.ref(column)} < to_at))`;

/** Whether a string in this JSON text is one of the ids. */
export function namesAny(json: string, ids: ReadonlySet<string>): boolean {
  if (ids.size === 0) return false;
  const strings = json.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return strings.some((string) => ids.has(JSON.parse(string) as string));
}
