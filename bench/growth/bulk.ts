import { hash } from 'node:crypto';
import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';
import { type TemplateRows, TIME_COLUMNS } from './template-rows.ts';

/** Credentials whose rows one statement makes. */
const AT_ONCE = 50_000;

export interface Filling {
  readonly rows: TemplateRows;
  /** Number of credentials to add. */
  readonly count: number;
  /** When the first and the last one were made. */
  readonly from: number;
  readonly until: number;
  /** Bytes of each record, and of each stored MSO. */
  readonly recordBytes: number;
}

/** Texts that are ids: the same text and number give the same id, so that the rows of a copy belong together. */
const IDS = new Set([
  'device_reference_id',
  'proofing_id',
  'credential_id',
  'holder_id',
  'version_id',
  'batch_id',
  'code_id',
  'request_id',
  'subject_id',
  'used_by',
]);
/** Bytes that are unique. */
const HASHES = new Set(['key_hash', 'code_hash', 'digest']);
/** Ids that begin with their time. */
const TIMED_IDS = new Set(['change_id', 'entry_id']);
const TIMES = new Set(TIME_COLUMNS);
const LONG = new Set(['record', 'static_auth_data']);

interface Words {
  readonly id: (column: string) => string;
  readonly digest: (column: string) => string;
  readonly time: (at: string) => string;
  readonly numbers: (first: number, last: number) => string;
}

const POSTGRES: Words = {
  id: (column) => `md5(${column} || n)::uuid::text`,
  digest: (column) => `sha256(${column} || n::text::bytea)`,
  time: (at) => `lpad((${at})::text, 14, '0')`,
  numbers: (first, last) => `generate_series(${first}::bigint, ${last}::bigint) as numbers(n)`,
};
const SQLITE: Words = {
  id: (column) => `id_of(${column}, n)`,
  digest: (column) => `digest_of(${column}, n)`,
  time: (at) => `printf('%014d', ${at})`,
  numbers: (first, last) =>
    `(with recursive numbers(n) as (select ${first} union all select n + 1 from numbers where n < ${last}) select n from numbers)`,
};

function insertion(
  table: string,
  columns: readonly string[],
  words: Words,
  filling: Filling,
  first: number,
): string {
  const { count, from, until, recordBytes } = filling;
  const at = `(${from} + n * ${until - from} / ${count})`;
  const made = (column: string) => {
    if (IDS.has(column)) return `case when ${column} is null then null else ${words.id(column)} end`;
    if (HASHES.has(column)) return words.digest(column);
    if (TIMED_IDS.has(column)) return `${words.time(at)} || substr(${column}, 15)`;
    if (TIMES.has(column)) return `case when ${column} is null then null else ${at} end`;
    return LONG.has(column) ? `substr(${column}, 1, ${recordBytes})` : column;
  };
  const last = Math.min(first + AT_ONCE, count) - 1;
  return `insert into ${table} (${columns.join(', ')}) select ${columns.map(made).join(', ')}
    from ${words.numbers(first, last)} cross join bench_${table}`;
}

async function fillAll(
  filling: Filling,
  words: Words,
  run: (text: string) => unknown,
  what: string,
): Promise<void> {
  for (let first = 0; first < filling.count; first += AT_ONCE) {
    for (const [table, columns] of Object.entries(filling.rows.columns))
      await run(insertion(table, columns, words, filling, first));
    const done = Math.min(first + AT_ONCE, filling.count);
    process.stderr.write(`bench: ${done} of ${filling.count} credentials are in ${what}\n`);
  }
}

const idOf = (text: string, n: number) => {
  const hex = hash('md5', `${text}${n}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** No server uses the database. Indexes are made when all rows are there. */
export async function fillSqlite(path: string, filling: Filling): Promise<void> {
  const raw = new SqliteConnection(path);
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -400000'])
    raw.pragma(pragma);
  raw.function('id_of', { deterministic: true }, (text, n) => idOf(text as string, n as number));
  raw.function('digest_of', { deterministic: true }, (bytes, n) =>
    hash('sha256', Buffer.concat([bytes as Buffer, Buffer.from(String(n))]), 'buffer'),
  );
  await filling.rows.make((text) => raw.exec(text));
  const tables = Object.keys(filling.rows.columns).map((table) => `'${table}'`);
  const indexes = raw
    .prepare(
      `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name in (${tables})`,
    )
    .all() as readonly { readonly name: string; readonly sql: string }[];
  for (const { name } of indexes) raw.exec(`drop index ${name}`);
  await fillAll(filling, SQLITE, (text) => raw.exec(text), 'SQLite');
  for (const { sql } of indexes) raw.exec(sql);
  await filling.rows.drop((text) => raw.exec(text));
  raw.pragma('journal_mode = wal');
  raw.close();
}

/** The same; with partitions, an index of the table is one of each. */
export async function fillPostgres(url: string, filling: Filling): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const run = (text: string) => client.query(text);
  await run(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`);
  await filling.rows.make(run);
  const tables = Object.keys(filling.rows.columns).map((table) => `'${table}'`);
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
      from pg_index where not indisprimary and not indisunique and indrelid::regclass::text in (${tables})`,
  );
  for (const { name } of rows) await run(`drop index ${name}`);
  await fillAll(filling, POSTGRES, run, 'PostgreSQL');
  for (const { definition } of rows) await run(definition);
  await filling.rows.drop(run);
  await run('vacuum analyze');
  await run('checkpoint');
  await client.end();
}
