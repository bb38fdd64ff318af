import { type PageArguments, pageCursor, pageSizeOf, pageToken } from '../page/index.ts';

interface PageRequest {
  readonly pageSize?: number | undefined;
  readonly pageToken?: string | undefined;
}

/** At most `limit` rows, in ascending order of id, after that of `after`. */
interface Rows {
  readonly limit: number;
  readonly after?: string;
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly next: { readonly nextPageToken?: string };
}

const PAGE_SIZES = { standard: 100, most: 1000 };

/**
 * A page of a list (AIP-158); `args` are the other arguments that decide what is in it. One row more than asked for
 * tells whether there is another page. Throws INVALID_PAGE_TOKEN, INVALID_PAGE_SIZE.
 */
export async function listed<Row>(
  request: PageRequest,
  args: PageArguments,
  read: (rows: Rows) => Promise<readonly Row[]>,
  id: (row: Row) => string,
): Promise<Listed<Row>> {
  const size = pageSizeOf(request.pageSize, PAGE_SIZES);
  const after = pageCursor(request.pageToken, args)?.[0];
  const rows = await read({ limit: size + 1, ...(after !== undefined && { after }) });
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  if (rows.length <= size || last === undefined) return { rows: shown, next: {} };
  return { rows: shown, next: { nextPageToken: pageToken([id(last)], args) } };
}
