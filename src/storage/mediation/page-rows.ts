import type { RawBuilder, Selectable, SelectQueryBuilder } from 'kysely';
import { freshTurn } from '../../conventions/event-loop-turns.ts';
import type { Page, PageOf } from '../../mediation/ports/store.ts';
import { countThatFits, MOST_ROWS, type Weighed } from '../pages.ts';
import type { Schema } from '../schema/index.ts';

const sizeOf = ({ size }: Page): number => Math.min(size, MOST_ROWS);

/** One row more than the page size, which shows whether there is a next page. */
export const rowsToFetch = (page: Page): number => sizeOf(page) + 1;

/** The rows to fetch for a page. */
export const fetchRange = (page: Page) => ({ after: page.after ?? '', most: rowsToFetch(page) });

/** Makes the page from the fetched rows, which are sorted by `idOf`. A turn that was taken by reading them ends before. */
export async function pageOfRows<Row, Entity>(
  rows: readonly Row[],
  page: Page,
  idOf: (row: Row) => string,
  map: (row: Row) => Entity,
): Promise<PageOf<Entity>> {
  await freshTurn();
  const size = sizeOf(page);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const next = rows.length > size && last !== undefined ? { next: idOf(last) } : {};
  return { rows: shown.map(map), ...next };
}

/** The page that these rows make; shorter if the rows are large. */
export function pageThatFits(page: Page, rows: readonly Weighed[]): Page {
  const size = countThatFits(rows);
  return size < rows.length ? { ...page, size: Math.min(page.size, size) } : page;
}

/**
 * A page of an ordered query, which ends by bytes, too. `weight` is the size of the long columns of a row, which the database
 * computes without reading them; null counts as 0.
 */
export async function weighedPage<Table extends keyof Schema, Entity>(
  ordered: SelectQueryBuilder<Schema, Table, object>,
  weight: RawBuilder<number>,
  page: Page,
  idOf: (row: Selectable<Schema[Table]>) => string,
  map: (row: Selectable<Schema[Table]>) => Entity,
): Promise<PageOf<Entity>> {
  const weights: unknown = await ordered.select(weight.as('weight')).limit(rowsToFetch(page)).execute();
  const short = pageThatFits(page, weights as readonly Weighed[]);
  const rows: unknown = await ordered.selectAll().limit(rowsToFetch(short)).execute();
  return pageOfRows(rows as readonly Selectable<Schema[Table]>[], short, idOf, map);
}

/** Number of values in one statement, below the parameter limits of the databases. */
const CHUNK = 500;

/** Runs the query for parts of the values, one after the other, and joins the answers. */
export async function inChunks<Value, Row>(
  values: readonly Value[],
  query: (part: readonly Value[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < values.length; first += CHUNK) {
    rows.push(...(await query(values.slice(first, first + CHUNK))));
  }
  return rows;
}
