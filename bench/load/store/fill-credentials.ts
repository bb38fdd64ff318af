import { REAL_EFFECTS } from '../../../src/server/effects.ts';
import type { Database } from '../../../src/storage/database.ts';
import type { Schema } from '../../../src/storage/schema/index.ts';
import { insertRows } from '../../../src/storage/statements.ts';
import { timeOrderedIds } from '../../../src/storage/time-ordered-ids.ts';
import { type Copying, type Rows, rowsOf } from './copy.ts';

/** Number of copies in one transaction. */
const AT_ONCE = 1000;
/** Milliseconds between two progress messages. */
const TELL_EVERY = 5000;

const DAY = 86_400_000;
/** The creation times of the copies are spread over this period; the request log keeps 30 days. */
const SPAN = 25 * DAY;

/** Prints the progress of a long operation from time to time. */
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

/** Inserts all rows in one transaction, table by table. */
function insertAll(database: Pick<Database, 'write'>, copies: readonly Rows[]): Promise<void> {
  return database.write(async (db) => {
    for (const table of Object.keys(copies[0] ?? {}) as (keyof Schema)[])
      await insertRows(db, table, copies.flatMap((rows): readonly object[] => rows[table] ?? []) as never);
  });
}

/**
 * Inserts copies of the template's credential with all related rows, as if made in the last weeks; encrypted, if there are
 * epochs. Returns a function that gives the time of each copy.
 */
export async function fillCredentials(
  database: Pick<Database, 'write'>,
  copying: Omit<Copying, 'newId'>,
  count: number,
  now = Date.now(),
): Promise<(copy: number) => number> {
  const timeOf = (copy: number) => Math.round(now - SPAN * (1 - copy / count));
  let at = timeOf(0);
  const newId = timeOrderedIds(() => at, REAL_EFFECTS.random);
  const rowsAt = (copy: number) => {
    at = timeOf(copy);
    return rowsOf({ ...copying, newId }, copy, at);
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
