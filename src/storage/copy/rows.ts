import { createHash, type Hash } from 'node:crypto';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { PRIMARY_KEYS, type Schema } from '../schema/index.ts';

export type Table = keyof Schema;

/** A row of any table. Values are text, whole numbers, bytes or null. */
export type AnyRow = Readonly<Record<string, unknown>>;

/**
 * Number of rows in one statement. Even if each has an image of a megabyte, the process needs less than 200
 * MB.
 */
const PAGE = 200;

/** Compares primary keys, column by column. */
function compared(table: Table, operator: RawBuilder<unknown>, row: AnyRow) {
  const key = PRIMARY_KEYS[table];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return sql<SqlBool>`(${columns}) ${operator} (${sql.join(key.map((column) => row[column]))})`;
}

/** Rows of a table in the order of their primary keys, after the given one. */
async function page(db: Kysely<Schema>, table: Table, after: AnyRow | undefined): Promise<readonly AnyRow[]> {
  let query = db.selectFrom(table as 'holder').selectAll();
  if (after) query = query.where(compared(table, sql`>`, after));
  for (const column of PRIMARY_KEYS[table]) query = query.orderBy(sql.ref(column));
  return query.limit(PAGE).execute();
}

/** All rows of a table after the given one, in pages. */
export async function* pages(
  db: Kysely<Schema>,
  table: Table,
  after?: AnyRow,
): AsyncGenerator<readonly AnyRow[]> {
  let last = after;
  for (;;) {
    const rows = await page(db, table, last);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

/** Rows up to the given primary key; all rows if none is given. */
function upTo(db: Kysely<Schema>, table: Table, row: AnyRow | undefined) {
  const query = db.selectFrom(table as 'holder');
  return row === undefined ? query : query.where(compared(table, sql`<=`, row));
}

/** The last row up to the given primary key. */
export async function lastRow(db: Kysely<Schema>, table: Table, row?: AnyRow): Promise<AnyRow | undefined> {
  let query = upTo(db, table, row).selectAll();
  for (const column of PRIMARY_KEYS[table]) query = query.orderBy(sql.ref(column), 'desc');
  return query.limit(1).executeTakeFirst();
}

/** Counts the rows up to the given one, or all rows. */
export async function countRows(db: Kysely<Schema>, table: Table, row?: AnyRow): Promise<number> {
  const query = upTo(db, table, row).select(({ fn }) => fn.countAll<number>().as('rows'));
  return Number((await query.executeTakeFirstOrThrow()).rows);
}

/** Count and checksum of a table, to compare two databases. */
export interface TableSum {
  readonly table: Table;
  readonly rows: number;
  /** Hex of SHA-256 over the rows in the order of their primary keys. */
  readonly checksum: string;
}

/** An encoding that gives different texts for different values. */
function printed(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
}

function addRow(hash: Hash, row: AnyRow): void {
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
