import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';
import { DATABASE, postgresUrl } from '../../../support/database-of.ts';

/** The rows that are copied: one, but for the terms of a group, and the entries of an operator and of a client. */
const MODELS: Readonly<Record<string, number>> = { mediation_group_term: 8, state_change: 2 };

/** The public key of a device is read, so the copies have the same. */
const FIXED: ReadonlySet<string> = new Set(['credential_key']);

/** Only one of a device is in use. */
const VARIED: Readonly<Record<string, readonly string[]>> = { credential: ['device_reference_id'] };

interface Connection {
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<unknown>;
}

/** A connection that checks no foreign keys: copies of rows belong to copies of their parents. */
async function connected(path: string, folder: string): Promise<Connection> {
  if (DATABASE === 'sqlite') {
    const connection = new SqliteConnection(path);
    connection.pragma('foreign_keys = off');
    return {
      async rows(text) {
        const statement = connection.prepare(text);
        if (statement.reader) return statement.all() as Record<string, unknown>[];
        statement.run();
        return [];
      },
      close: async () => connection.close(),
    };
  }
  const client = new Client({ connectionString: postgresUrl(folder) });
  await client.connect();
  await client.query(`set session_replication_role = replica`);
  return { rows: async (text) => (await client.query(text)).rows, close: () => client.end() };
}

const CATALOGUES = {
  sqlite: {
    columns: (table: string) => `select name, type from pragma_table_info('${table}')`,
    unique: (table: string) => `select i.name as "index", c.name as "column"
      from pragma_index_list('${table}') i, pragma_index_info(i.name) c where i."unique" order by i.name, c.seqno`,
  },
  postgres: {
    columns: (table: string) => `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = '${table}' order by ordinal_position`,
    unique: (table: string) => `select i.indexrelid::text as "index", a.attname as "column"
      from pg_index i, unnest(i.indkey) with ordinality k(attnum, place), pg_attribute a
      where i.indrelid = '${table}'::regclass and i.indisunique and a.attrelid = i.indrelid and a.attnum = k.attnum
      order by 1, k.place`,
  },
} as const;

/** The value of a column in the copy number i. */
function copied(name: string, type: string): string {
  const column = `m."${name}"`;
  if (/int|real|double|numeric/i.test(type)) return `${column} + i`;
  if (/bytea/i.test(type)) return `${column} || convert_to(i::text, 'UTF8')`;
  if (/blob/i.test(type)) return `cast(${column} || i as blob)`;
  return `${column} || '-' || i`;
}

/** Copies the first rows of a table so often. Of each unique key, the last column tells the copies apart. */
async function multiplyTable({ rows }: Connection, table: string, copies: number): Promise<void> {
  const { columns, unique } = CATALOGUES[DATABASE];
  const types = new Map((await rows(columns(table))).map(({ name, type }) => [String(name), String(type)]));
  const keys = Map.groupBy(await rows(unique(table)), ({ index }) => index);
  const changed = new Set<string>(VARIED[table]);
  for (const key of keys.values()) {
    const names = key.map(({ column }) => String(column)).filter((name) => !FIXED.has(name));
    const last = names.at(-1);
    const isTold = names.some((name) => changed.has(name) && !VARIED[table]?.includes(name));
    if (last !== undefined && !isTold) changed.add(last);
  }
  const names = [...types.keys()];
  const values = names.map((name) =>
    changed.has(name) ? copied(name, types.get(name) as string) : `m."${name}"`,
  );
  await rows(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${copies})
    insert into "${table}" (${names.map((name) => `"${name}"`)})
    select ${values} from (select * from "${table}" limit ${MODELS[table] ?? 1}) m, n where true on conflict do nothing`);
}

/** Fills tables with copies of their rows. Returns those that have no rows. */
export async function multiply(
  path: string,
  folder: string,
  tables: readonly string[],
  copies: number,
): Promise<readonly string[]> {
  const connection = await connected(path, folder);
  const empty: string[] = [];
  for (const table of tables) {
    const [found] = await connection.rows(`select 1 from "${table}" limit 1`);
    if (found === undefined) empty.push(table);
    else await multiplyTable(connection, table, copies);
  }
  await connection.close();
  return empty;
}
