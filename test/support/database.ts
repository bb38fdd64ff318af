import SqliteConnection from 'better-sqlite3';
import { expect } from 'vitest';
import type { World } from './world.ts';

export type Row = Readonly<Record<string, string | number | Buffer | null>>;

/** Rows of a query on a connection of its own: what is committed. */
export function query(path: string, sql: string, ...values: unknown[]): readonly Row[] {
  const connection = new SqliteConnection(path, { readonly: true });
  try {
    return connection.prepare(sql).all(...values) as Row[];
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

/** Everything that is stored, a line for each row. */
export function dump(world: World): readonly string[] {
  const tables = rows(world, `select name from sqlite_master where type = 'table' order by name`);
  return tables.flatMap(({ name }) =>
    rows(world, `select * from "${String(name)}"`).map((row) => `${String(name)}: ${printed(row)}`),
  );
}

/** Tells cheaply whether anything was committed since it was asked before. */
export interface CommitWatch {
  hasChanged(): boolean;
  close(): void;
}

export function commitWatch(world: World): CommitWatch {
  const connection = new SqliteConnection(world.server.context.folder.database, { readonly: true });
  const version = () => connection.pragma('data_version', { simple: true });
  let seen = version();
  return {
    hasChanged() {
      const before = seen;
      seen = version();
      return seen !== before;
    },
    close: () => connection.close(),
  };
}

interface Known {
  readonly watch: CommitWatch;
  lines: readonly string[];
}

/** The last dump of each world, good as long as nothing was committed. */
const known = new WeakMap<World, Known>();

function knownRows(world: World): Known {
  const before = known.get(world);
  if (before && !before.watch.hasChanged()) return before;
  const watch = before?.watch ?? commitWatch(world);
  const now = { watch, lines: dump(world) };
  known.set(world, now);
  return now;
}

/** Rows that are in one dump only, shortened. */
function difference(before: readonly string[], after: readonly string[]) {
  const shortened = (lines: readonly string[], others: readonly string[]) => {
    const same = new Set(others);
    return lines.filter((line) => !same.has(line)).map((line) => line.slice(0, 400));
  };
  return { gone: shortened(before, after), come: shortened(after, before) };
}

/** Runs the work and expects the same rows before and after it. */
export async function expectNothingWritten<T>(world: World, work: () => Promise<T>): Promise<T> {
  const { lines } = knownRows(world);
  const result = await work();
  const after = knownRows(world);
  expect(difference(lines, after.lines)).toEqual({ gone: [], come: [] });
  return result;
}
