import { type PageArguments, pageCursor, pageSizeOf, pageToken } from '../../conventions/index.ts';
import type { Page } from '../../mediation/ports/store.ts';

interface PageRequest {
  readonly pageSize?: number;
  readonly pageToken?: string;
}

const PAGE_SIZES = { standard: 100, most: 1000 };

/** The page that a list asks for; `args` are the other arguments that decide what is in it. */
export function pageOf({ pageSize, pageToken: token }: PageRequest, args: PageArguments): Page {
  const after = pageCursor(token, args)?.[0];
  return { size: pageSizeOf(pageSize, PAGE_SIZES), ...(after !== undefined && { after }) };
}

export function nextPage(next: string | undefined, args: PageArguments): { readonly nextPageToken?: string } {
  return next === undefined ? {} : { nextPageToken: pageToken([next], args) };
}
