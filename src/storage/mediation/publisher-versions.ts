import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema/index.ts';

/**
 * Number of rows that count the changes of one publisher. On PostgreSQL, concurrent transactions that count in the same
 * row fail and start again.
 */
const PARTS = 16;

let next = process.pid;

/** The part in which the next transaction counts. */
export function nextPart(): number {
  next = (next + 1) % PARTS;
  return next;
}

/**
 * Counts a change of the publisher's configuration, in the transaction of the change. A sequence would not do: another
 * transaction with a smaller number may commit later. The sum of rows that a statement sees is the number of the changes
 * that it sees.
 */
export async function countChange(db: Kysely<Schema>, publisherId: string, part: number): Promise<void> {
  await db
    .insertInto('publisher_version')
    .values({ publisher_id: publisherId, part, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['publisher_id', 'part'])
        .doUpdateSet({ version: sql<number>`publisher_version.version + 1` }),
    )
    .execute();
}
