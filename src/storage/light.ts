/**
 * Bytes that a page of a list may weigh, so that it is read, shown and printed without anybody else waiting for long:
 * 8 MiB were measured to take 100 ms.
 */
const MOST_BYTES = 2 * 1024 * 1024;

/** What a row costs beside its long columns. */
const ROW_BYTES = 512;

/** No page has more rows, however small they are. */
export const MOST_ROWS = MOST_BYTES / ROW_BYTES;

/** Bytes of the long columns of a row, which the database tells without reading them. */
export interface Weighed {
  readonly weight: number;
}

/** How many of these rows fill a page: fewer where they are heavy, yet never none (AIP-158). */
export function lightest(rows: readonly Weighed[]): number {
  let bytes = 0;
  const over = rows.findIndex(({ weight }) => {
    bytes += weight + ROW_BYTES;
    return bytes > MOST_BYTES;
  });
  return over < 0 ? rows.length : Math.max(over, 1);
}
