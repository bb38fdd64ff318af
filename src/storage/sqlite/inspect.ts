import { type Kysely, sql } from 'kysely';
import { PrivateFileError } from '../../keys/file-access.ts';
import { isLive } from '../../keys/key-register.ts';
import { countRows, type Table } from '../copy/rows.ts';
import { type Fault, type Inspection, inspection, type Migrations, migrationsOf } from '../inspection.ts';
import { keyReader } from '../key-register.ts';
import type { Schema } from '../schema/index.ts';
import { hasLeftovers, openConnection, requireOwnDatabase } from './connection.ts';

const RESTORE = 'stop the server and restore the last backup';
const BE_ITS_USER = 'run this as the user that the server runs as: a database is not read without its log';

/** Why a file cannot be read: it is damaged, or permissions are missing. */
function unreadable(error: unknown): Fault {
  if (error instanceof PrivateFileError) return { text: error.text, remedy: error.remedy };
  const { code = '', message } = error as Error & { readonly code?: string };
  if (!code.startsWith('SQLITE_')) throw error;
  const isForbidden = /^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/.test(code);
  return {
    text: `the database cannot be read: ${message} (${code})`,
    remedy: isForbidden ? BE_ITS_USER : RESTORE,
  };
}

/**
 * The inspection of a file that cannot be opened: `faults` reports the problem, and every other method
 * rejects with the error.
 */
function closed(error: unknown): Inspection {
  const fault = unreadable(error);
  const refuse = () => Promise.reject(error);
  return {
    faults: async () => [fault],
    hasLeftovers: refuse,
    migrations: refuse,
    newestChange: refuse,
    administrators: refuse,
    keys: {
      list: refuse,
      keysOf: refuse,
      requests: refuse,
      lastChange: refuse,
      compromise: refuse,
      compromises: refuse,
    },
    seals: {
      lastSeal: refuse,
      sealAfter: refuse,
      sealedEntries: refuse,
      anchorState: refuse,
      timeStamps: refuse,
      cosignatures: refuse,
    },
    holderKeys: {
      epochsOfHolders: refuse,
      holdersBehind: refuse,
      epochOfHolder: refuse,
    },
    purges: { believedTime: refuse, purgeStates: refuse, holdsToReview: refuse },
    statusLists: { publishedLists: refuse },
    close: async () => {},
  };
}

function opened(path: string): Inspection {
  requireOwnDatabase(path);
  const { raw, kysely } = openConnection(path, { readonly: true });
  const quickCheck = async (): Promise<readonly Fault[]> => {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(kysely);
    const faults = rows.map(({ quick_check: fault }) => fault).filter((fault) => fault !== 'ok');
    if (faults.length === 0) return [];
    return [{ text: `the database is damaged: ${faults.slice(0, 3).join('; ')}`, remedy: RESTORE }];
  };
  return inspection(kysely, {
    faults: () => quickCheck().catch((error: unknown) => [unreadable(error)]),
    hasLeftovers: async () => hasLeftovers(raw),
    async close() {
      raw.close();
    },
  });
}

/** The file must exist. */
export function inspectSqlite(path: string): Inspection {
  try {
    return opened(path);
  } catch (error) {
    return closed(error);
  }
}

/** Reads a database file that no server uses. */
export interface FileContents {
  /** Problems that SQLite finds in the file; empty if it is sound. */
  readonly faults: readonly string[];
  readonly migrations: Migrations;
  /** Number of rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  /** Ids of keys that are in use or will be. */
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

/** The schema may be older than that of this version. */
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
