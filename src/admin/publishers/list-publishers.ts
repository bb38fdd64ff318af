import { type PageArguments, pageCursor, pageSizeOf, pageToken } from '../../conventions/index.ts';
import type { Page } from '../../mediation/ports/store.ts';
import { PUBLISHER_METHODS } from '../contract/publishers/methods.ts';
import { mediation, operation } from '../operation/operation.ts';
import { publisherView } from './create-publisher.ts';

interface PageRequest {
  readonly pageSize?: number;
  readonly pageToken?: string;
}

const PAGE_SIZES = { standard: 100, most: 1000 };

/** A page of a list; `args` are the other arguments that select its rows. */
function pageOf({ pageSize, pageToken: token }: PageRequest, args: PageArguments): Page {
  const after = pageCursor(token, args)?.[0];
  return { size: pageSizeOf(pageSize, PAGE_SIZES), ...(after !== undefined && { after }) };
}

function nextPage(next: string | undefined, args: PageArguments): { readonly nextPageToken?: string } {
  return next === undefined ? {} : { nextPageToken: pageToken([next], args) };
}

export const listPublishers = operation(PUBLISHER_METHODS.listPublishers, {
  needs: mediation,
  async run({ store }, request) {
    const args = { list: 'publishers' };
    const page = pageOf(request, args);
    const { rows, next } = await store.read((reader) => reader.listPublishers(page));
    return { publishers: rows.map(publisherView), ...nextPage(next, args) };
  },
});
