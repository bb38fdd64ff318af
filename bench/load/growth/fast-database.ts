import type { Database } from '../../../src/storage/database.ts';
import { openConnection } from '../../../src/storage/sqlite/connection.ts';

/** A database without durability, for inserting many rows that need not survive a crash. */
export interface FastDatabase extends Pick<Database, 'write'> {
  close(): void;
}

interface Index {
  readonly name: string;
  readonly sql: string;
}

/** Does not wait for the disk, and creates indexes only after all rows are inserted. */
export function openFast(path: string): FastDatabase {
  const { raw, kysely } = openConnection(path, { readonly: false });
  raw.pragma('journal_mode = MEMORY');
  raw.pragma('synchronous = OFF');
  raw.pragma('cache_size = -2000000');
  const indexes = raw
    .prepare("select name, sql from sqlite_schema where type = 'index' and sql is not null")
    .all() as Index[];
  for (const { name } of indexes) raw.exec(`drop index ${name}`);
  return {
    async write(use) {
      raw.exec('begin immediate');
      const value = await use(kysely);
      raw.exec('commit');
      return value;
    },
    close() {
      for (const { sql } of indexes) raw.exec(sql);
      raw.pragma('journal_mode = WAL');
      raw.close();
    },
  };
}
