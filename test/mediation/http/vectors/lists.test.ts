import { describe, expect, it } from 'vitest';
import {
  type FilterTable,
  matchesFilter,
  type PageArguments,
  pageCursor,
  pageSizeOf,
  pageToken,
  type Query,
  readFilter,
  readQueryParameters,
} from '../../../../src/conventions/index.ts';
import { conventionalHandler, useConventionsServer } from '../support/conventions-server.ts';
import { checkError, violationsOf } from '../support/envelope.ts';
import { readVectors } from '../support/vectors.ts';

interface FilterVectors {
  readonly fields: Readonly<
    Record<
      string,
      {
        readonly function: 'IN' | 'CONTAINS_ANY';
        readonly values?: readonly string[];
        readonly upperCase?: boolean;
      }
    >
  >;
  readonly items: readonly Readonly<Record<string, string | readonly string[]>>[];
  readonly accepted: readonly { readonly filter: string; readonly ids: readonly string[] }[];
  readonly refused: readonly { readonly filter: string; readonly descriptions?: readonly string[] }[];
}
const filters = readVectors<FilterVectors>('filter');

interface PageVectors {
  readonly sizes: {
    readonly standard: number;
    readonly most: number;
    readonly cases: readonly {
      readonly sent: number | null;
      readonly size?: number;
      readonly refused?: boolean;
    }[];
  };
  readonly tokens: readonly {
    readonly cursor: readonly string[];
    readonly given: PageArguments;
    readonly asked: PageArguments;
    readonly accepted: boolean;
  }[];
  readonly malformed: readonly string[];
}
const pages = readVectors<PageVectors>('page-token');

const table: FilterTable = Object.fromEntries(
  Object.entries(filters.fields).map(([name, { upperCase, ...field }]) => [
    name,
    upperCase ? { ...field, normalize: (value: string) => value.toUpperCase() } : field,
  ]),
);

const PAGE_QUERY = { type: 'object', properties: { pageSize: { type: 'integer', format: 'int32' } } };

const argumentsOf = (query: Query, ...without: readonly string[]): PageArguments =>
  Object.fromEntries(
    [...query].filter(([name]) => !without.includes(name)).map(([name, [value]]) => [name, value]),
  );

const url = useConventionsServer((instance) => {
  instance.get(
    '/filter',
    conventionalHandler({}, (_request, { query }) => {
      const filter = readFilter(query.get('filter')?.[0], table);
      return async () => ({
        ids: filters.items
          .filter((item) => matchesFilter(filter, (field) => item[field]))
          .map(({ ID }) => ID),
      });
    }),
  );
  instance.get(
    '/size',
    conventionalHandler({}, (_request, { query }) => {
      const { pageSize } = readQueryParameters(PAGE_QUERY, query) as { pageSize?: number };
      const size = pageSizeOf(pageSize, pages.sizes);
      return async () => ({ size });
    }),
  );
  instance.get(
    '/page',
    conventionalHandler({}, (_request, { query }) => {
      const args = argumentsOf(query, 'pageToken', 'cursor');
      const cursor = pageCursor(query.get('pageToken')?.[0], args);
      const next = query.get('cursor');
      return async () => ({ cursor, nextPageToken: next && pageToken(next, args) });
    }),
  );
});

async function get(path: string, query: URLSearchParams | string) {
  const answer = await fetch(`${url()}${path}?${query}`);
  return { status: answer.status, text: await answer.text() };
}
const json = (text: string) => JSON.parse(text);

describe('Test vectors of filters', () => {
  it.each(filters.accepted)('the filter $filter selects the expected resources', async ({ filter, ids }) => {
    for (const query of [new URLSearchParams({ filter }), `filter=${encodeURIComponent(filter)}`]) {
      expect(json((await get('/filter', query)).text)).toEqual({ ids });
    }
  });

  it.each(filters.refused)('the filter $filter is refused', async ({ filter, descriptions }) => {
    const { status, text } = await get('/filter', new URLSearchParams({ filter }));
    const violations = violationsOf(checkError(status, text));
    expect(status).toBe(400);
    expect(violations.map(({ field }) => field)).toEqual(violations.map(() => 'filter'));
    if (descriptions) expect(violations.map(({ description }) => description)).toEqual(descriptions);
  });
});

describe('Test vectors of pages', () => {
  it.each(pages.sizes.cases)('the page size $sent means $size', async ({ sent, size, refused }) => {
    for (const name of ['pageSize', 'page_size']) {
      const { status, text } = await get('/size', sent === null ? '' : `${name}=${sent}`);
      expect(status).toBe(refused ? 400 : 200);
      if (!refused) expect(json(text)).toEqual({ size });
    }
  });

  it.each(pages.tokens)(
    'a page token of a list with $given, used with $asked, is accepted: $accepted',
    async ({ cursor, given, asked, accepted }) => {
      const query = (args: PageArguments) =>
        new URLSearchParams(
          Object.entries(args).map(([name, value]): [string, string] => [name, value ?? '']),
        );
      const first = query(given);
      for (const part of cursor) first.append('cursor', part);
      const { nextPageToken } = json((await get('/page', first)).text);
      const next = query(asked);
      next.set('pageToken', nextPageToken);
      const { status, text } = await get('/page', next);
      expect(status).toBe(accepted ? 200 : 400);
      if (accepted) expect(json(text).cursor).toEqual(cursor);
      else expect(violationsOf(checkError(status, text))).toMatchObject([{ field: 'page_token' }]);
    },
  );

  it.each(pages.malformed)('the page token %j is refused', async (token) => {
    const { status } = await get('/page', new URLSearchParams({ pageToken: token }));
    expect(status).toBe(400);
  });
});
