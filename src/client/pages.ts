import { ownError } from './errors.ts';

/** What the request for a page adds to that of the first one. */
export interface PageAt {
  readonly pageToken?: string;
}

/** The pages of a list. The next one is only read when it is needed. @throws ApiError */
export async function* pages<Page extends object>(read: (at: PageAt) => Promise<Page>): AsyncGenerator<Page> {
  let at: PageAt = {};
  for (;;) {
    const page = await read(at);
    yield page;
    const { nextPageToken: pageToken } = page as { readonly nextPageToken?: string };
    if (!pageToken) return;
    if (pageToken === at.pageToken)
      throw ownError(200, 'ENDLESS_LIST', 'the server names the same next page for ever');
    at = { pageToken };
  }
}

/** All items as an array. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
