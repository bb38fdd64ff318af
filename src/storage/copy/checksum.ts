import { createHash, type Hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { type AnyRow, pages, type Table } from './rows.ts';

/** What two databases are compared by. */
export interface TableSum {
  readonly table: Table;
  readonly rows: number;
  /** Hex of SHA-256 over the rows in the order of their primary keys. */
  readonly checksum: string;
}

/** A value so that no two different ones look alike. */
function printed(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
}

export function addRow(hash: Hash, row: AnyRow): void {
  const members = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  hash.update(`${JSON.stringify(members.map(([name, value]) => [name, printed(value)]))}\n`);
}

export async function tableSum(db: Kysely<Schema>, table: Table): Promise<TableSum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of pages(db, table)) {
    for (const row of page) addRow(hash, row);
    rows += page.length;
  }
  return { table, rows, checksum: hash.digest('hex') };
}
