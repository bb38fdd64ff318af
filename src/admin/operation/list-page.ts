import { freshTurn } from '../../conventions/event-loop-turns.ts';
import type { Rows, Sort, SortKey } from '../../conventions/order-by.ts';
import {
  type PageArguments,
  pageCursor,
  pageSizeOf,
  pageToken,
  refusedPageToken,
} from '../../conventions/page.ts';

interface PageRequest {
  readonly pageSize?: number | undefined;
  readonly pageToken?: string | undefined;
  readonly idPrefix?: string | undefined;
}

interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly next: { readonly nextPageToken?: string };
}

export const PAGE_SIZES = { standard: 100, most: 1000 };

/** Times in milliseconds. */
const KEY = /^\d{1,15}$/;

/** Parses the page token. A token is valid for one order only; any other is refused. */
function begin(token: string | undefined, args: PageArguments, key: SortKey | undefined) {
  const cursor = pageCursor(token, args);
  if (!cursor) return {};
  const [after, afterKey] = cursor;
  if (after === undefined) throw refusedPageToken();
  if (key === undefined) return { after };
  if (afterKey === undefined || !KEY.test(afterKey)) throw refusedPageToken();
  return { after, afterKey: Number(afterKey) };
}

/**
 * A page of a list (AIP-158); `args` are the other arguments that select and sort the rows. One row more than
 * the page size is read, to learn whether there is a next page. If the store returns fewer rows because they
 * are large, it is asked again. Throws INVALID_PAGE_TOKEN, INVALID_PAGE_SIZE.
 */
export async function listPage<Row extends object>(
  request: PageRequest,
  args: PageArguments,
  read: (rows: Rows) => Promise<readonly Row[]>,
  id: (row: Row) => string,
  sort?: Sort,
): Promise<ListPage<Row>> {
  const size = pageSizeOf(request.pageSize, PAGE_SIZES);
  const key = sort?.by === 'id' ? undefined : sort?.by;
  const from = begin(request.pageToken, args, key);
  const { idPrefix: prefix } = request;
  const sorted = { ...(sort && { sort }), ...(prefix !== undefined && { idPrefix: prefix }) };
  const rows = await read({ limit: size + 1, ...from, ...sorted });
  // What is made of them takes another turn.
  await freshTurn();
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  if (last === undefined) return { rows: shown, next: {} };
  const lastKey = key === undefined ? undefined : (last as Readonly<Record<SortKey, number>>)[key];
  const afterLast = { after: id(last), ...(lastKey !== undefined && { afterKey: lastKey }) };
  const isLast = rows.length <= size && (await read({ limit: 1, ...afterLast, ...sorted })).length === 0;
  if (isLast) return { rows: shown, next: {} };
  const cursor = [id(last), ...(lastKey === undefined ? [] : [String(lastKey)])];
  return { rows: shown, next: { nextPageToken: pageToken(cursor, args) } };
}

/** Turns the times of a request into limits of a filter, in milliseconds. */
export function period(
  startTime: string | undefined,
  endTime: string | undefined,
): { readonly from?: number; readonly before?: number } {
  return {
    ...(startTime !== undefined && { from: Date.parse(startTime) }),
    ...(endTime !== undefined && { before: Date.parse(endTime) }),
  };
}
