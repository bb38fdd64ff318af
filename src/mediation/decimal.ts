import type { Page, PageOf } from './ports/store.ts';

/** Compares non-negative decimal integers of any size, without leading zeros. */
export function compareDecimals(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

/** A page of items that are in ascending order of a decimal id. */
export function sliceAfter<Item>(
  items: readonly Item[],
  { size, after }: Page,
  idOf: (item: Item) => string,
): PageOf<Item> {
  const found = after === undefined ? 0 : items.findIndex((item) => compareDecimals(idOf(item), after) > 0);
  const first = found === -1 ? items.length : found;
  const rows = items.slice(first, first + size);
  const last = rows.at(-1);
  const more = first + size < items.length && last !== undefined;
  return { rows, ...(more && { next: idOf(last) }) };
}
