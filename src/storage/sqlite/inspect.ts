import { sql } from 'kysely';
import { type Inspection, inspection } from '../inspection.ts';
import { openConnection } from './connection.ts';

const REMEDY = 'stop the server and restore the last backup';

/** The file must be there. */
export function inspectSqlite(path: string): Inspection {
  const { raw, kysely } = openConnection(path, { readonly: true });
  return inspection(kysely, {
    async faults() {
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(kysely);
      const faults = rows.map(({ quick_check: fault }) => fault).filter((fault) => fault !== 'ok');
      if (faults.length === 0) return [];
      return [{ text: `the database is damaged: ${faults.slice(0, 3).join('; ')}`, remedy: REMEDY }];
    },
    async close() {
      raw.close();
    },
  });
}
