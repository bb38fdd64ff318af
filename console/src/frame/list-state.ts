import { useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PAGE_SIZES } from '../kit/pager.tsx';
import { useNavigate } from './navigation.tsx';

/** Filters and order of a list. They are in the address, so that a view can be linked. */
export type ListSearch = Readonly<Record<string, string>>;

/** Keeps the text parameters of the address and ignores the others. */
export const listSearch = (search: Record<string, unknown>): ListSearch =>
  Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) =>
      value === undefined || value === '' || typeof value === 'object' ? [] : [[key, String(value)]],
    ),
  );

/** Filters that name a person: kept with the entry of the browser's history, in no address (ASVS 5.0 14.2.1). */
const PERSONAL: ReadonlySet<string> = new Set(['who', 'says']);

const parted = (values: ListSearch, isPersonal: boolean): ListSearch =>
  Object.fromEntries(Object.entries(values).filter(([key]) => PERSONAL.has(key) === isPersonal));

/** Filters are in the address, the page token is not. A change of filters returns to the first page. */
export function useListState() {
  const open = useSearch({ strict: false }) as ListSearch;
  const kept = useLocation({ select: ({ state }) => listSearch({ ...state }) });
  const search: ListSearch = { ...parted(open, false), ...parted(kept, true) };
  const navigate = useNavigate();
  const [pages, setPages] = useState<{ readonly of: string; readonly tokens: readonly string[] }>({
    of: '',
    tokens: [],
  });
  const of = JSON.stringify(search);
  const tokens = pages.of === of ? pages.tokens : [];
  const { size, ...filters } = search;
  const pageSize = PAGE_SIZES.find((one) => String(one) === size) ?? PAGE_SIZES[0];
  const set = (change: Readonly<Record<string, string | undefined>>) => {
    const next = listSearch({ ...search, ...change });
    const [address, state] = [parted(next, false), parted(next, true)];
    void navigate({ to: '.', search: address, state: state, replace: true });
  };
  const pageToken = tokens.at(-1);
  return {
    filters,
    set,
    pageSize,
    pageToken,
    /** Members of the request for the page. */
    page: { pageSize, ...(pageToken !== undefined && { pageToken }) },
    /** Properties of the Pager below an answer. */
    pager: (nextPageToken: string | undefined) => ({
      pageSize,
      hasPrevious: tokens.length > 0,
      hasNext: nextPageToken !== undefined,
      onPrevious: () => setPages({ of, tokens: tokens.slice(0, -1) }),
      onNext: () => nextPageToken !== undefined && setPages({ of, tokens: [...tokens, nextPageToken] }),
      onPageSize: (chosen: number) => set({ size: String(chosen) }),
    }),
  };
}
