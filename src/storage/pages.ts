import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { omit } from '../conventions/omit.ts';
import type { SortKey } from '../conventions/order-by.ts';
import type { Page } from '../issuer/ports/lists.ts';

/**
 * Maximum size of a page in bytes. Other requests wait while a page is read and printed; 8 MiB took 100 ms.
 */
const MOST_BYTES = 2 * 1024 * 1024;

/** Size of a row without its long columns. */
const ROW_BYTES = 512;

/** Maximum number of rows of a page. */
export const MOST_ROWS = MOST_BYTES / ROW_BYTES;

/** Size of the long columns of a row in bytes, which the database can compute without reading them. */
export interface Weighed {
  readonly weight: number;
}

/** How many of these rows fit into a page. At least one, however large it is (AIP-158). */
export function countThatFits(rows: readonly Weighed[]): number {
  let bytes = 0;
  const over = rows.findIndex(({ weight }) => {
    bytes += weight + ROW_BYTES;
    return bytes > MOST_BYTES;
  });
  return over < 0 ? rows.length : Math.max(over, 1);
}

const COLUMNS: Readonly<Record<SortKey, string>> = {
  createdAt: 'created_at',
  deadlineAt: 'deadline_at',
  placedAt: 'placed_at',
  registeredAt: 'registered_at',
};

function keyColumns(id: string, { sort }: Page): readonly string[] {
  return sort && sort.by !== 'id' ? [COLUMNS[sort.by], id] : [id];
}

/** The place of a row in the order of a page. */
interface Place {
  readonly after: string;
  readonly afterKey?: number;
}

/** Rows that are found by an index, at most so many that they can be filtered and sorted. */
type Window = SelectQueryBuilder<never, never, object>;

/** A page of the rows of a window; without one, of a table. */
export interface BoundedPage extends Page {
  readonly window?: Window | undefined;
  /** The last row of the window; undefined if it has all that are left. */
  readonly last?: Place | undefined;
  /** Only rows with this id or a later one, and with an earlier one. */
  readonly low?: string;
  readonly high?: string;
}

/** What a page selects from. A window is read as it is: no filter makes the database look at other rows. */
export const source = <DB, Table extends keyof DB & string>(
  db: Kysely<DB>,
  table: Table,
  { window }: Pick<BoundedPage, 'window'>,
): SelectQueryBuilder<DB, Table, object> =>
  db.selectFrom((window === undefined ? table : window.as(table)) as Table) as SelectQueryBuilder<
    DB,
    Table,
    object
  >;

const isById = (id: string, page: Page): boolean => keyColumns(id, page).length === 1;

/** Rows that one statement looks at, if it has a filter without an index: a few milliseconds. Most pages are full sooner. */
const LOOKED_AT = { first: 1000, most: 5000 };

/** Whether rows are after a place in the order of a page, or up to it. */
function beside(id: string, page: Page, { after, afterKey }: Place, side: 'after' | 'upTo') {
  const columns = keyColumns(id, page);
  const values = columns.length === 1 ? [after] : [afterKey, after];
  const operator = (side === 'after') === (page.sort?.descending ?? false) ? '<' : '>';
  const compared = sql.raw(side === 'after' ? operator : `${operator}=`);
  const refs = sql.join(columns.map((column) => sql.ref(column)));
  return sql<SqlBool>`(${refs}) ${compared} (${sql.join(values)})`;
}

/** Above all characters that ids may have (RFC 3629 3). */
const LAST = '\u{10ffff}';

/** Ids are compared as the database does. */
const isBefore = (id: string, other: string) => Buffer.compare(Buffer.from(id), Buffer.from(other)) < 0;

/**
 * The bounds of the ids of a page. Of several bounds on one side SQLite uses any one for the index, and compares the others row
 * by row. So a bound is left out if the row before the page is a narrower one.
 */
function idBounds(id: string, page: BoundedPage): { readonly low?: string; readonly high?: string } {
  const { low, high, after, sort } = page;
  if (after === undefined || !isById(id, page)) return page;
  if (sort?.descending)
    return high !== undefined && isBefore(high, after) ? page : { ...(low !== undefined && { low }) };
  return low !== undefined && isBefore(after, low) ? page : { ...(high !== undefined && { high }) };
}

/** Rows after the last row of the previous page, with the ids that the page wants. */
export function afterCursor<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  id: string,
  page: BoundedPage,
): SelectQueryBuilder<DB, Tables, Row> {
  const { after, afterKey, last, idPrefix } = page;
  if (last !== undefined)
    return afterCursor(query, id, { ...page, last: undefined }).where(beside(id, page, last, 'upTo'));
  if (idPrefix !== undefined)
    return afterCursor(query, id, { ...omit(page, 'idPrefix'), low: idPrefix, high: idPrefix + LAST });
  const { low, high } = idBounds(id, page);
  const bounded = query
    .$if(low !== undefined, (all) => all.where(sql<SqlBool>`${sql.ref(id)} >= ${low}`))
    .$if(high !== undefined, (all) => all.where(sql<SqlBool>`${sql.ref(id)} < ${high}`)) as typeof query;
  if (after === undefined) return bounded;
  return bounded.where(beside(id, page, { after, ...(afterKey !== undefined && { afterKey }) }, 'after'));
}

/** The first rows in the order of the page. Ids decide between equal keys, so that the order never varies. */
export function inOrder<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  id: string,
  page: Page,
): SelectQueryBuilder<DB, Tables, Row> {
  const direction = page.sort?.descending ? 'desc' : 'asc';
  let ordered = query;
  for (const column of keyColumns(id, page)) ordered = ordered.orderBy(sql.ref(column), direction);
  return ordered.limit(page.limit);
}

/** Rows that are found by an index and then sorted. */
const MOST_SORTED = 1000;

/** A window is counted before it is read. So many rows may be added in between, and none is missed. */
const ADDED = 50;

/** The rows of a query as a window, if they are few; undefined if they are many. */
export async function fewOf<DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, object>,
): Promise<Window | undefined> {
  const rows = await query
    .select(sql.lit(1).as('one'))
    .limit(MOST_SORTED + 1)
    .execute();
  if (rows.length > MOST_SORTED) return undefined;
  return query.selectAll().limit(MOST_SORTED + ADDED) as unknown as Window;
}

/** What a step of a list gives. */
export interface Step<Row> {
  readonly rows: readonly Row[];
  /** Whether rows were left out because they are large. */
  readonly isCut: boolean;
}

interface Steps<DB, Tables extends keyof DB, Row> {
  /** The rows that an index finds, without the other filters. */
  readonly candidates: SelectQueryBuilder<DB, Tables, object>;
  readonly id: string;
  readonly page: BoundedPage;
  /** The rows of a page that match all filters. */
  readonly read: (page: BoundedPage) => Promise<Step<Row>>;
}

/** The next candidates in the order of a page. */
function nextOf<DB, Tables extends keyof DB>(
  candidates: SelectQueryBuilder<DB, Tables, object>,
  id: string,
  page: BoundedPage,
  limit: number,
): SelectQueryBuilder<DB, Tables, object> {
  const whole = isById(id, page) ? page : omit(page, 'idPrefix');
  return inOrder(afterCursor(candidates, id, whole), id, { ...whole, limit });
}

/** The place of the last row that one step looks at; undefined if it looks at all that are left. */
async function lastOf<DB, Tables extends keyof DB>(
  candidates: SelectQueryBuilder<DB, Tables, object>,
  id: string,
  page: BoundedPage,
  lookedAt: number,
): Promise<Place | undefined> {
  const names = ['after', 'afterKey'];
  const columns = [...keyColumns(id, page)].reverse();
  const selected = columns.map((column, at) => sql<unknown>`${sql.ref(column)}`.as(names[at]!));
  const query = nextOf(candidates, id, page, 1).offset(lookedAt - 1);
  const rows: readonly unknown[] = await query.select(selected).execute();
  const row = rows[0] as { readonly after: string; readonly afterKey?: unknown } | undefined;
  return row && { after: row.after, ...(row.afterKey !== undefined && { afterKey: Number(row.afterKey) }) };
}

/**
 * Reads a list with a filter without an index in steps, each of which looks at a bounded number of rows, until the page is
 * full. Between them, others have their turn.
 */
export async function inStepsOf<DB, Tables extends keyof DB, Row>(
  steps: Steps<DB, Tables, Row>,
): Promise<readonly Row[]> {
  const { candidates, id, read } = steps;
  const rows: Row[] = [];
  let lookedAt = LOOKED_AT.first;
  for (let page = steps.page; ; ) {
    const last = await lastOf(candidates, id, page, lookedAt);
    const window = nextOf(candidates, id, page, lookedAt + ADDED).selectAll() as unknown as Window;
    const step = await read({ ...page, window, last, limit: steps.page.limit - rows.length });
    rows.push(...step.rows);
    if (last === undefined || step.isCut || rows.length >= steps.page.limit) return rows;
    page = { ...page, ...last };
    lookedAt = LOOKED_AT.most;
  }
}
