import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { freshTurn } from '../../../conventions/event-loop-turns.ts';

const PACKAGE = '@duckdb/node-api';

/** The optional package is not installed or cannot run here. */
export class DuckMissing extends Error {
  override readonly name = 'DuckMissing';
}

type Api = typeof import('@duckdb/node-api');

async function load(): Promise<Api> {
  try {
    return (await import(PACKAGE)) as Api;
  } catch (cause) {
    throw new DuckMissing(
      `the package ${PACKAGE}, which reads and writes Parquet, is not installed beside Diptych; run for example npm install --global ${PACKAGE}@1.5.6-r.1`,
      { cause },
    );
  }
}

type Types = Readonly<Record<'INTEGER' | 'BIGINT' | 'VARCHAR' | 'BOOLEAN', DuckDBType>>;
export type ColumnType = keyof Types;

/** Columns of at most 2048 values each, which is a vector of DuckDB. */
export type Columns = readonly (readonly DuckDBValue[])[];

const PAGE = 2000;

/** Pages: by itself, an appender collects 200 000 rows and writes them in one turn of the event loop. */
const FLUSHED_AT_ONCE = 4;

/** Columns of the values of items, in pages. */
export function* inColumns<Item>(
  items: readonly Item[],
  valuesOf: (item: Item) => readonly DuckDBValue[],
): Generator<Columns> {
  for (let from = 0; from < items.length; from += PAGE) {
    const rows = items.slice(from, from + PAGE).map(valuesOf);
    yield rows[0]!.map((_, at) => rows.map((row) => row[at]!));
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A connection, which has temporary tables of its own. */
export class Session {
  readonly connection: DuckDBConnection;
  readonly #api: Api;

  constructor(connection: DuckDBConnection, api: Api) {
    this.connection = connection;
    this.#api = api;
  }

  /** A parameter that is a list of texts. */
  texts(items: readonly string[]): DuckDBValue {
    return this.#api.listValue(items);
  }

  async run(sql: string, values: DuckDBValue[] = []): Promise<void> {
    await this.connection.run(sql, values);
  }

  /** The rows of a query in pages. The first one is there when the query has read all that it needs. */
  async *pages(sql: string, values: DuckDBValue[]): AsyncGenerator<readonly DuckDBValue[][]> {
    const result = await this.connection.stream(sql, values);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return;
      await freshTurn();
      yield chunk.getRows();
    }
  }

  /** Makes a temporary table, in place of one of the same name, and fills it in steps. */
  async fill(
    table: string,
    columns: Readonly<Record<string, ColumnType>>,
    pages: Iterable<Columns> | AsyncIterable<Columns>,
  ): Promise<void> {
    const defined = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    await this.run(`create or replace temp table ${table} (${defined.join()})`);
    await this.append(table, columns, pages);
  }

  async append(
    table: string,
    columns: Readonly<Record<string, ColumnType>>,
    pages: Iterable<Columns> | AsyncIterable<Columns>,
  ): Promise<void> {
    const appender = await this.connection.createAppender(table);
    const types: Types = this.#api;
    const chunk = this.#api.DuckDBDataChunk.create(Object.values(columns).map((type) => types[type]));
    let pending = 0;
    for await (const page of pages) {
      if (page[0]!.length === 0) continue;
      await freshTurn();
      chunk.reset();
      chunk.setColumns(page);
      appender.appendDataChunk(chunk);
      pending += 1;
      if (pending % FLUSHED_AT_ONCE === 0) appender.flushSync();
    }
    appender.closeSync();
  }
}

interface DuckOptions {
  /** The only folder whose files it can read and write. */
  readonly folder: string;
  readonly memoryMegabytes: number;
}

/** @throws DuckMissing */
export async function openDuck({ folder, memoryMegabytes }: DuckOptions) {
  const api = await load();
  // What does not fit into memory. Each process needs a folder of its own.
  const temporary = mkdtempSync(join(tmpdir(), 'diptych-duckdb-'));
  const instance = await api.DuckDBInstance.create(':memory:', {
    // The thread that waits for the result counts, and does no work.
    threads: String(availableParallelism() + 1),
    memory_limit: `${memoryMegabytes}MB`,
    temp_directory: temporary,
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`set allowed_directories = [${quoted(folder)}]`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
  connection.closeSync();
  return {
    session: async () => new Session(await instance.connect(), api),
    close() {
      instance.closeSync();
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}

export type Duck = Awaited<ReturnType<typeof openDuck>>;
