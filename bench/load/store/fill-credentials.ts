import { REAL_EFFECTS } from '../../../src/server/effects.ts';
import type { Database } from '../../../src/storage/database.ts';
import type { Schema } from '../../../src/storage/schema/index.ts';
import { insertRows } from '../../../src/storage/statements.ts';
import { timeOrderedIds } from '../../../src/storage/time-ordered-ids.ts';
import { type Rows, rowsOf } from './copy.ts';
import type { Template } from './template.ts';

/** Copies of one transaction. */
const AT_ONCE = 1000;
/** Milliseconds between two lines about how far it is. */
const TELL_EVERY = 5000;

const DAY = 86_400_000;
/** Over how long the copies were made; requests are kept for 30 days. */
const SPAN = 25 * DAY;

/** Tells how far a long work is, now and then. */
function progress(what: string, count: number): (done: number) => void {
  const startedAt = performance.now();
  let told = startedAt;
  return (done) => {
    const now = performance.now();
    if (now - told < TELL_EVERY) return;
    told = now;
    const perSecond = Math.round((done * 1000) / (now - startedAt));
    process.stderr.write(`bench: ${done} of ${count} ${what} are in the store, ${perSecond} a second\n`);
  };
}

/** In one transaction, table by table. */
function insertAll(database: Pick<Database, 'write'>, copies: readonly Rows[]): Promise<void> {
  return database.write(async (db) => {
    for (const table of Object.keys(copies[0] ?? {}) as (keyof Schema)[])
      await insertRows(db, table, copies.flatMap((rows): readonly object[] => rows[table] ?? []) as never);
  });
}

/**
 * Credentials like that of the template, with everything that is kept about them, as from the last weeks. Tells when
 * each was made.
 */
export async function fillCredentials(
  database: Pick<Database, 'write'>,
  template: Template,
  count: number,
): Promise<(copy: number) => number> {
  const now = Date.now();
  const timeOf = (copy: number) => Math.round(now - SPAN * (1 - copy / count));
  let at = timeOf(0);
  const newId = timeOrderedIds(() => at, REAL_EFFECTS.random);
  const rowsAt = (copy: number) => {
    at = timeOf(copy);
    return rowsOf(template, copy, at, newId);
  };
  const tell = progress('credentials', count);
  for (let first = 0; first < count; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - first);
    await insertAll(
      database,
      Array.from({ length }, (_, index) => rowsAt(first + index)),
    );
    tell(first + length);
  }
  return timeOf;
}
