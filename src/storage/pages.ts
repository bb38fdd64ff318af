import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
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
export function lightest(rows: readonly Weighed[]): number {
  let bytes = 0;
  const over = rows.findIndex(({ weight }) => {
    bytes += weight + ROW_BYTES;
    return bytes > MOST_BYTES;
  });
  return over < 0 ? rows.length : Math.max(over, 1);
}

const COLUMNS = { createdAt: 'created_at', deadlineAt: 'deadline_at', placedAt: 'placed_at' } as const;

function keyColumns(id: string, { sort }: Page): readonly string[] {
  return sort && sort.by !== 'id' ? [COLUMNS[sort.by], id] : [id];
}

const withoutPrefix = ({ idPrefix: _, ...page }: Page): Page => page;

/** Above all characters that ids may have (RFC 3629 3). */
const LAST = '\u{10ffff}';

/** Rows after the last row of the previous page, with ids that start as the page wants. */
export function behind<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  id: string,
  page: Page,
): SelectQueryBuilder<DB, Tables, Row> {
  const { after, afterKey, sort, idPrefix } = page;
  if (idPrefix !== undefined) {
    const column = sql.ref(id);
    const found = sql<SqlBool>`${column} >= ${idPrefix} and ${column} < ${idPrefix + LAST}`;
    return behind(query.where(found), id, withoutPrefix(page));
  }
  if (after === undefined) return query;
  const columns = keyColumns(id, page);
  const values = columns.length === 1 ? [after] : [afterKey, after];
  const operator = sort?.descending ? sql`<` : sql`>`;
  const refs = columns.map((column) => sql.ref(column));
  return query.where(sql<SqlBool>`(${sql.join(refs)}) ${operator} (${sql.join(values)})`);
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
