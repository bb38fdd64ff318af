import { parseStatement } from '../../audit/statement.ts';
import type { Database } from '../database.ts';
import { idsOf } from '../time-ordered-ids.ts';
import { sealReader } from './seals.ts';

/**
 * Makes new ids sort behind all sealed entries, also if they were sealed by a clock that was ahead. An entry with a lower id
 * would never be sealed, and would look as if somebody had put it in later.
 */
export async function followSeals(
  database: Database,
  now: () => number,
  random: (target: Uint8Array) => Uint8Array,
): Promise<void> {
  const last = await sealReader(database.reader).lastSeal();
  const statement = last && parseStatement(last.statement);
  if (statement) idsOf(database, now, random).follow(statement.lastChangeId);
}
