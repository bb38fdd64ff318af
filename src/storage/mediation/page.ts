import type { Page, PageOf } from '../../mediation/ports/store.ts';

/** One row more than a page holds tells whether there is another page. */
export const fetched = ({ size }: Page): number => size + 1;

/** The rows to fetch for a page. */
export const range = (page: Page) => ({ after: page.after ?? '', most: fetched(page) });

/** The page out of what was fetched; `idOf` is what the rows are ordered by. */
export function cut<Row, Entity>(
  rows: readonly Row[],
  { size }: Page,
  idOf: (row: Row) => string,
  map: (row: Row) => Entity,
): PageOf<Entity> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const next = rows.length > size && last !== undefined ? { next: idOf(last) } : {};
  return { rows: shown.map(map), ...next };
}

/** Bytes of JSON that one page holds, so that it is made in one go without anybody else waiting for long. */
const MOST_BYTES = 8 * 1024 * 1024;

/** The page that these rows fill: a short one where they are heavy, yet never without a row (AIP-158). */
export function light(page: Page, rows: readonly { readonly weight: number }[]): Page {
  let bytes = 0;
  const over = rows.findIndex(({ weight }) => {
    bytes += weight;
    return bytes > MOST_BYTES;
  });
  return over < 0 ? page : { ...page, size: Math.min(page.size, Math.max(over, 1)) };
}
