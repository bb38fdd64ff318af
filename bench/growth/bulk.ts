import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';
import { type TemplateRows, TIME_COLUMNS } from './template-rows.ts';

/** Credentials whose rows one statement makes. */
const AT_ONCE = 50_000;

/** Credentials that were made one after the other. */
export interface Span {
  /** The number of the first one, and the number behind that of the last one. */
  readonly first: number;
  readonly end: number;
  /** When the first and the last one were made. */
  readonly from: number;
  readonly until: number;
  /** Whether their requests and their entries of the audit log are still stored. */
  readonly hasHistory: boolean;
}

export interface Filling {
  readonly rows: TemplateRows;
  /** The oldest first. */
  readonly spans: readonly Span[];
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
/** Tables whose rows are purged. */
const HISTORY = new Set(['state_change', 'handled_request']);

interface Words {
  /** Eight hexadecimal digits. */
  readonly digits: (number: string) => string;
  /** Bytes with these digits in place of the first ones. */
  readonly bytes: (digits: string, column: string) => string;
  readonly time: (at: string) => string;
  readonly numbers: (first: number, last: number) => string;
}

const POSTGRES: Words = {
  digits: (number) => `lpad(to_hex(${number}), 8, '0')`,
  bytes: (digits, column) => `decode(${digits}, 'hex') || substr(${column}, 5)`,
  time: (at) => `lpad((${at})::text, 14, '0')`,
  numbers: (first, last) => `generate_series(${first}::bigint, ${last}::bigint) as numbers(n)`,
};
const SQLITE: Words = {
  digits: (number) => `printf('%08x', ${number})`,
  bytes: (digits, column) => `cast(unhex(${digits}) || substr(${column}, 5) as blob)`,
  time: (at) => `printf('%014d', ${at})`,
  numbers: (first, last) =>
    `(with recursive numbers(n) as (select ${first} union all select n + 1 from numbers where n < ${last}) select n from numbers)`,
};

/**
 * The ids and hashes of one credential are greater than those of the one before, so that the database fills its indexes from
 * page to page. All of them fill the whole range, so that ids which a server draws later fall between them.
 */
function insertion(table: string, words: Words, filling: Filling, span: Span, start: number): string {
  const { rows, spans, recordBytes } = filling;
  const columns = rows.columns[table] ?? [];
  const step = Math.floor(2 ** 32 / (spans.at(-1)?.end ?? 1));
  const digits = words.digits(`n * ${step}`);
  const at = `(${span.from} + (n - ${span.first}) * ${span.until - span.from} / ${span.end - span.first})`;
  const made = (column: string) => {
    if (IDS.has(column)) return `${digits} || substr(${column}, 9)`;
    if (HASHES.has(column)) return words.bytes(digits, column);
    if (TIMED_IDS.has(column)) return `${words.time(at)} || substr(${column}, 15)`;
    if (TIMES.has(column)) return `case when ${column} is null then null else ${at} end`;
    return LONG.has(column) ? `substr(${column}, 1, ${recordBytes})` : column;
  };
  const last = Math.min(start + AT_ONCE, span.end) - 1;
  return `insert into ${table} (${columns.join(', ')}) select ${columns.map(made).join(', ')}
    from ${words.numbers(start, last)} cross join bench_${table}`;
}

async function fillAll(
  filling: Filling,
  words: Words,
  run: (text: string) => unknown,
  what: string,
): Promise<void> {
  const tables = Object.keys(filling.rows.columns);
  for (const span of filling.spans)
    for (let start = span.first; start < span.end; start += AT_ONCE) {
      for (const table of tables.filter((table) => span.hasHistory || !HISTORY.has(table)))
        await run(insertion(table, words, filling, span, start));
      const done = Math.min(start + AT_ONCE, span.end);
      process.stderr.write(`bench: ${done} of ${filling.spans.at(-1)?.end} credentials are in ${what}\n`);
    }
}

/** No server uses the database. */
export async function fillSqlite(path: string, filling: Filling): Promise<void> {
  const raw = new SqliteConnection(path);
  for (const pragma of ['journal_mode = memory', 'synchronous = off', 'cache_size = -400000'])
    raw.pragma(pragma);
  const run = (text: string) => raw.exec(text);
  await filling.rows.make(run);
  await fillAll(filling, SQLITE, run, 'SQLite');
  await filling.rows.drop(run);
  raw.pragma('journal_mode = wal');
  raw.close();
}

export async function fillPostgres(url: string, filling: Filling): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const run = (text: string) => client.query(text);
  await run('set synchronous_commit = off');
  await filling.rows.make(run);
  await fillAll(filling, POSTGRES, run, 'PostgreSQL');
  await filling.rows.drop(run);
  await run('vacuum analyze');
  await run('checkpoint');
  await client.end();
}
