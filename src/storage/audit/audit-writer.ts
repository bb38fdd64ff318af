import type { Kysely } from 'kysely';
import type { AuditEntry } from '../../audit/entry.ts';
import type { LogWriter } from '../../audit/ports/log.ts';
import type { Schema } from '../schema/index.ts';
import { insertRows } from '../statements.ts';
import { fromEntry } from './rows.ts';

const SALT_BYTES = 16;

/** The columns of a row: rows of one statement have the same ones. */
const shapeOf = (row: object): string => Object.keys(row).join();

/** The one way into the log. `newId` gives ids that sort by time; `random` salts notes. */
export function logWriter(
  db: Kysely<Schema>,
  newId: () => string,
  random: (target: Uint8Array) => Uint8Array,
): LogWriter {
  const salt = () => random(new Uint8Array(SALT_BYTES));
  return {
    async record(...entries: readonly AuditEntry[]) {
      const rows = entries.map((entry) => fromEntry(newId(), entry, salt));
      let first = 0;
      for (const [index, row] of rows.entries()) {
        const next = rows[index + 1];
        if (next && shapeOf(next) === shapeOf(row)) continue;
        await insertRows(db, 'state_change', rows.slice(first, index + 1));
        first = index + 1;
      }
    },
  };
}
