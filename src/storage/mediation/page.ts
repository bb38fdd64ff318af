import type { Page, PageOf } from '../../mediation/ports/store.ts';

/** One row more than a page holds tells whether there is another page. */
export const fetched = ({ size }: Page): number => size + 1;

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
