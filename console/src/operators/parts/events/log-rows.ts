import {
  type FetchQueryOptions,
  keepPreviousData,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { foldEntries, isLook, REACH } from '../../../../../src/admin/contract/audit-log/fold-entries.ts';
import { MOST_SEARCHED, searchEvents } from '../../../../../src/client/event-search.ts';
import { pages } from '../../../../../src/client/pages.ts';
import type { useListState } from '../../../frame/list-state.ts';
import { useReading } from '../../../frame/read.ts';
import { useSession } from '../../../frame/session.tsx';
import { shownValues } from '../../../kit/shown-values.ts';
import { dayOf } from '../../../kit/time.tsx';
import { shownZone } from '../../../kit/zone.ts';
import { type AdminRequest, type AdminResponse, admin, useMayCall } from '../../api.ts';
import { useReadNames } from '../people/names.ts';
import type { EventRow, LogRow } from './sentence.tsx';

type Request = AdminRequest<'listEvents'>;
type List = Pick<ReturnType<typeof useListState>, 'pageSize' | 'pageToken'>;

interface Shown {
  /** Only entries that say it. */
  readonly says?: string | undefined;
  /** Without entries that record that data of people was read. */
  readonly hidesLooks?: boolean;
}

interface LogPage {
  readonly rows: readonly LogRow[];
  readonly nextPageToken?: string | undefined;
  /** The time of the oldest entry that was searched, if there are older ones. */
  readonly searchedUntil?: string | undefined;
}

interface ReadOptions extends Pick<Shown, 'hidesLooks'> {
  readonly background: boolean;
  readonly signal: AbortSignal;
}

/** All of these entries as rows. */
export const logRows = (events: readonly EventRow[]): readonly LogRow[] =>
  foldEntries(events, { dayOf }).rows;

const shownOf = (events: readonly EventRow[], { hidesLooks }: ReadOptions): readonly EventRow[] =>
  hidesLooks ? events.filter((event) => !isLook(event)) : events;

/** Entries of a page of a search. */
const SEARCH_PAGE = 500;

/** How long entries that were read are used again, in milliseconds. */
const STALE_TIME = 60_000;

/**
 * Reads what several pages may wait for. If the page that began to read it is left, the others read it again: without this they
 * would show that it was aborted.
 */
async function readShared<Data>(
  queries: QueryClient,
  signal: AbortSignal,
  options: FetchQueryOptions<Data>,
): Promise<Data> {
  for (;;) {
    try {
      return await queries.fetchQuery({ ...options, retry: false });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
  }
}

/** The moment after the newest entry. */
const after = ({ time }: EventRow) => new Date(Date.parse(time) + 1).toISOString();

const earlier = (one: string, other = one) => (Date.parse(other) < Date.parse(one) ? other : one);

/**
 * Reads until the rows of the page are complete; without looks at most as many entries as a search, as all others may be looks.
 * A token has the number of rows before the page, and the time before which the log is read: new entries would move the rows
 * from one page to another.
 */
async function readPage(
  queries: QueryClient,
  request: Request,
  { pageSize, pageToken }: List,
  options: ReadOptions,
): Promise<LogPage> {
  const { background, signal, hidesLooks } = options;
  const [skipped, before] = pageToken?.split(' ') ?? [];
  const first = Number(skipped ?? 0);
  const wanted = first + pageSize;
  const read = {
    ...request,
    ...(before && { endTime: before }),
    pageSize: hidesLooks ? SEARCH_PAGE : pageSize + REACH,
  };
  const events: EventRow[] = [];
  let searched = 0;
  for (let token: string | undefined; ; ) {
    signal.throwIfAborted();
    const asked = { ...read, ...(token !== undefined && { pageToken: token }) };
    // The page as a whole is tried again after a fault.
    const answer = await readShared(queries, signal, {
      queryKey: ['listEvents', asked],
      queryFn: () => admin('listEvents', asked, { background, signal }),
      staleTime: before === undefined ? 0 : STALE_TIME,
    });
    events.push(...shownOf(answer.events, options));
    token = answer.nextPageToken;
    searched += answer.events.length;
    const isStopped = hidesLooks && token !== undefined && searched >= MOST_SEARCHED;
    const isEnd = isStopped || token === undefined;
    const { rows, complete } = foldEntries(events, { dayOf, isEnd });
    if (!isEnd && complete < wanted) continue;
    const [newest] = events;
    const hasMore = newest !== undefined && (!isEnd || rows.length > wanted);
    return {
      rows: rows.slice(first, wanted),
      nextPageToken: hasMore ? `${wanted} ${before ?? earlier(after(newest), request.endTime)}` : undefined,
      searchedUntil: isStopped && !hasMore ? answer.events.at(-1)?.time : undefined,
    };
  }
}

/** More are named by their ids. */
const CLIENTS = 100;

/** What says a text. */
async function readFound(
  request: Request,
  says: string,
  namesOf: Parameters<typeof searchEvents>[1]['namesOf'],
  options: ReadOptions,
): Promise<{ readonly events: readonly EventRow[]; readonly searchedUntil: string | undefined }> {
  let last: AdminResponse<'listEvents'> | undefined;
  const read = pages(async (at) => {
    last = await admin('listEvents', { ...request, pageSize: SEARCH_PAGE, ...at }, options);
    return last;
  });
  const events: EventRow[] = [];
  for await (const page of searchEvents(read, { text: says, namesOf, shown: shownValues }))
    events.push(...shownOf(page.events, options));
  return { events, searchedUntil: last?.nextPageToken && last.events.at(-1)?.time };
}

/** A page of the audit log in rows, the newest first. */
export function useLogRows(request: Request, list: List, { says = '', hidesLooks = false }: Shown = {}) {
  const { guarded } = useSession();
  const queries = useQueryClient();
  const readNames = useReadNames();
  const maySeeClients = useMayCall()('listOAuthClients');
  /** Names of holders and clients, as the sentences show them. */
  const namesOf = async (ids: readonly string[]) => {
    const { clients } = maySeeClients
      ? await queries.fetchQuery({
          queryKey: ['searched clients'],
          queryFn: () => admin('listOAuthClients', { pageSize: CLIENTS }, { background: true }),
          staleTime: STALE_TIME,
        })
      : { clients: [] };
    return new Map([...clients.map(({ id, name }) => [id, name] as const), ...(await readNames(ids))]);
  };
  /** A page of what was found, which is read once for all pages. */
  const readFoundPage = async (options: ReadOptions): Promise<LogPage> => {
    const { events, searchedUntil } = await readShared(queries, options.signal, {
      queryKey: ['foundEvents', request, says, hidesLooks],
      queryFn: () => readFound(request, says, namesOf, options),
      staleTime: list.pageToken === undefined ? 0 : STALE_TIME,
    });
    const first = Number(list.pageToken ?? 0);
    const end = first + list.pageSize;
    const rows = logRows(events);
    return {
      rows: rows.slice(first, end),
      nextPageToken: end < rows.length ? String(end) : undefined,
      searchedUntil,
    };
  };
  // Rows are within a day, so they depend on the zone.
  const { pageSize, pageToken = '' } = list;
  const queryKey = ['logRows', request, says, hidesLooks, shownZone(), pageSize, pageToken];
  return useReading({
    queryKey,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const background = queries.getQueryData(queryKey) !== undefined;
      const options = { background, signal, hidesLooks };
      return guarded(() =>
        says === '' ? readPage(queries, request, list, options) : readFoundPage(options),
      );
    },
  });
}
