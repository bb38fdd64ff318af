import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '../issuer/ports/lists.ts';

const COLUMNS = { createdAt: 'created_at', deadlineAt: 'deadline_at' } as const;

function keyColumns(id: string, { sort }: Page): readonly string[] {
  return sort && sort.by !== 'id' ? [COLUMNS[sort.by], id] : [id];
}

/** Rows behind the last one of the page before. */
export function behind<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  id: string,
  page: Page,
): SelectQueryBuilder<DB, Tables, Row> {
  const { after, afterKey, sort } = page;
  if (after === undefined) return query;
  const columns = keyColumns(id, page);
  const values = columns.length === 1 ? [after] : [afterKey, after];
  const operator = sort?.descending ? sql`<` : sql`>`;
  const refs = columns.map((column) => sql.ref(column));
  return query.where(sql<SqlBool>`(${sql.join(refs)}) ${operator} (${sql.join(values)})`);
}

/** The first rows in the order of the page. Ids break ties, so that the order is the same each time. */
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
