import { type Kysely, sql } from 'kysely';
import { isLive } from '../../keys/key-register.ts';
import { countRows, type Table } from '../copy/rows.ts';
import { type Migrations, migrationsOf } from '../inspection.ts';
import { keyReader } from '../keys/key-register.ts';
import type { Schema } from '../schema/index.ts';
import { openConnection } from './connection.ts';

/** Reads a database file that no server uses. */
export interface FileContents {
  /** What SQLite finds wrong with it; empty when it is sound. */
  readonly faults: readonly string[];
  readonly migrations: Migrations;
  /** Rows by the names of tables. */
  readonly tables: Readonly<Record<string, number>>;
  /** Ids of keys that are used or will be. */
  readonly keys: readonly string[];
}

async function faultsOf(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return rows.map(({ integrity_check: fault }) => fault).filter((fault) => fault !== 'ok');
}

async function rowsOf(db: Kysely<Schema>): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables())
    counts[name] = await countRows(db, name as Table);
  return counts;
}

/** The schema may be older than this version's. */
export async function examineFile(path: string): Promise<FileContents> {
  const { raw, kysely } = openConnection(path, { readonly: true });
  try {
    const faults = await faultsOf(kysely);
    const tables = await rowsOf(kysely);
    const keys = 'issuer_key' in tables ? await keyReader(kysely).list() : [];
    return {
      faults,
      migrations: await migrationsOf(kysely),
      tables,
      keys: keys.filter(isLive).map(({ keyId }) => keyId),
    };
  } finally {
    raw.close();
  }
}
