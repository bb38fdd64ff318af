import { dirname } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { expect } from 'vitest';
import { DATABASE, postgresUrl } from './database-of.ts';
import { queryPostgres } from './postgres/sync-client.ts';
import type { World } from './world.ts';

export type Row = Readonly<Record<string, string | number | Buffer | null>>;

function asRow(row: Readonly<Record<string, unknown>>): Row {
  const members = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value) : value,
  ]);
  return Object.fromEntries(members);
}

/** Replaces placeholders by the numbered ones of PostgreSQL. */
function numbered(sql: string): string {
  let index = 0;
  return sql.replaceAll('?', () => {
    index += 1;
    return `$${index}`;
  });
}

type Query = (sql: string, ...values: readonly unknown[]) => readonly Row[];

const queryOn =
  (connection: SqliteConnection.Database): Query =>
  (sql, ...values) =>
    connection.prepare(sql).all(...values) as Row[];

/**
 * Runs queries on a separate connection, which sees only committed data. The path is that of the SQLite file
 * in a data folder; on PostgreSQL it selects the database of the folder.
 */
function querying<T>(path: string, work: (query: Query) => T): T {
  if (DATABASE === 'postgres')
    return work((sql, ...values) =>
      queryPostgres(postgresUrl(dirname(path)), numbered(sql), values).map(asRow),
    );
  const connection = new SqliteConnection(path, { readonly: true });
  try {
    return work(queryOn(connection));
  } finally {
    connection.close();
  }
}

/** Runs one query; `path` as for `querying`. */
export const query = (path: string, sql: string, ...values: unknown[]): readonly Row[] =>
  querying(path, (run) => run(sql, ...values));

/** Runs a statement directly on the database, without the server. */
export function execute(path: string, sql: string, ...values: unknown[]): void {
  if (DATABASE === 'postgres') {
    query(path, sql, ...values);
    return;
  }
  const connection = new SqliteConnection(path);
  try {
    if (values.length === 0) connection.exec(sql);
    else connection.prepare(sql).run(...values);
  } finally {
    connection.close();
  }
}

export function rows(world: World, sql: string, ...values: unknown[]): readonly Row[] {
  return query(world.server.context.folder.database, sql, ...values);
}

function printed(row: Row): string {
  const members = Object.entries(row).map(([name, value]) =>
    Buffer.isBuffer(value) ? `${name}=${value.toString('hex')}` : `${name}=${JSON.stringify(value)}`,
  );
  return members.join(' ');
}

const TABLE_NAMES = {
  sqlite: `select name from sqlite_master where type = 'table' order by name`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
} as const;

const tablesOf = (run: Query) => run(TABLE_NAMES[DATABASE]).map(({ name }) => String(name));

function sqliteRows(run: Query): readonly string[] {
  return tablesOf(run).flatMap((name) =>
    run(`select * from "${name}"`).map((row) => `${name}: ${printed(row)}`),
  );
}

/** One statement for all tables. PostgreSQL returns rows in no defined order. */
function postgresRows(run: Query): readonly string[] {
  const tables = tablesOf(run).map(
    (name) => `select '${name}: ' || to_jsonb("${name}")::text as line from "${name}"`,
  );
  return run(tables.join(' union all '))
    .map(({ line }) => String(line))
    .toSorted();
}

const rowsOf = DATABASE === 'postgres' ? postgresRows : sqliteRows;

/** All stored rows, one line each; `path` as for `querying`. */
export const dumpOf = (path: string): readonly string[] => querying(path, rowsOf);

export const dump = (world: World) => dumpOf(world.server.context.folder.database);

/** Detects cheaply whether anything was committed since the last call. */
export interface CommitWatch {
  hasChanged(): boolean;
  /** All rows that are stored now, as of `dumpOf`, for a later comparison. */
  keep(): () => readonly string[];
  close(): void;
}

/** A digest of all rows, computed by the database. */
function postgresDigest(path: string): string {
  const tables = querying(path, tablesOf).map((name) => {
    const digest = `sum(hashtextextended("${name}"::text, 0))`;
    return `select '${name}' as name, count(*) as count, ${digest}::text as digest from "${name}"`;
  });
  return JSON.stringify(query(path, tables.join(' union all ')));
}

/** Changes when stored data changes. A commit in another database of the server only causes a new check. */
function postgresVersion(path: string): () => string {
  let snapshot: unknown;
  let stored = '';
  return () => {
    const [now] = query(path, 'select pg_current_snapshot()::text as snapshot');
    if (now?.snapshot !== snapshot) stored = postgresDigest(path);
    snapshot = now?.snapshot;
    return stored;
  };
}

/** The rows in a copy of a file, read when they are asked for: most copies are compared with nothing. */
function rowsIn(image: Buffer): () => readonly string[] {
  return () => {
    // A database in memory has no log, which these bytes of the header promise.
    image.fill(1, 18, 20);
    const copy = new SqliteConnection(image);
    try {
      return rowsOf(queryOn(copy));
    } finally {
      copy.close();
    }
  };
}

export function commitWatchOf(path: string): CommitWatch {
  if (DATABASE === 'postgres') {
    const keep = () => {
      const lines = dumpOf(path);
      return () => lines;
    };
    return { ...watching(postgresVersion(path)), keep, close() {} };
  }
  // One connection for all: a new one reads the whole schema first, which takes longer than the rows.
  const connection = new SqliteConnection(path, { readonly: true });
  return {
    ...watching(() => connection.pragma('data_version', { simple: true })),
    keep: () => rowsIn(connection.serialize()),
    close: () => connection.close(),
  };
}

export const commitWatch = (world: World) => commitWatchOf(world.server.context.folder.database);

function watching(version: () => unknown): Pick<CommitWatch, 'hasChanged'> {
  let seen = version();
  return {
    hasChanged() {
      const before = seen;
      seen = version();
      return seen !== before;
    },
  };
}

/** One for each world, because a new connection reads the whole schema. */
const watches = new WeakMap<World, CommitWatch>();

/** Rows that are in only one of the dumps, shortened. */
function difference(before: readonly string[], after: readonly string[]) {
  const shortened = (lines: readonly string[], others: readonly string[]) => {
    const same = new Set(others);
    return lines.filter((line) => !same.has(line)).map((line) => line.slice(0, 400));
  };
  return { gone: shortened(before, after), come: shortened(after, before) };
}

/** Does the work and checks that the stored rows stay the same. */
export async function expectNothingWritten<T>(world: World, work: () => Promise<T>): Promise<T> {
  const watch = watches.get(world) ?? commitWatch(world);
  watches.set(world, watch);
  watch.hasChanged();
  const before = watch.keep();
  const result = await work();
  if (watch.hasChanged()) expect(difference(before(), watch.keep()())).toEqual({ gone: [], come: [] });
  return result;
}
