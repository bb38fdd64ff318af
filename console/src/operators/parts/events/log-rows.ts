import { keepPreviousData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { foldLooks, REACH } from '../../../../../src/admin/contract/audit-log/fold-looks.ts';
import type { useListState } from '../../../frame/list-state.ts';
import { useReading } from '../../../frame/read.ts';
import { useSession } from '../../../frame/session.tsx';
import { dayOf } from '../../../kit/time.tsx';
import { shownZone } from '../../../kit/zone.ts';
import { type AdminRequest, admin } from '../../api.ts';
import type { EventRow, LogRow } from './sentence.tsx';

type Request = AdminRequest<'listEvents'>;
type List = Pick<ReturnType<typeof useListState>, 'pageSize' | 'pageToken'>;

interface LogPage {
  readonly rows: readonly LogRow[];
  readonly nextPageToken?: string | undefined;
}

/** All of these entries as rows. */
export const logRows = (events: readonly EventRow[]): readonly LogRow[] => foldLooks(events, { dayOf }).rows;

/** How long entries that were read are used again, in milliseconds. */
const STALE_TIME = 60_000;

/** The moment after the newest entry. */
const after = ({ time }: EventRow) => new Date(Date.parse(time) + 1).toISOString();

const earlier = (one: string, other = one) => (Date.parse(other) < Date.parse(one) ? other : one);

/**
 * Reads until the rows of the page are complete. A token has the number of rows before the page, and the time before which the
 * log is read: new entries would move the rows from one page to another.
 */
async function readPage(
  queries: QueryClient,
  request: Request,
  { pageSize, pageToken }: List,
  { background, signal }: { readonly background: boolean; readonly signal: AbortSignal },
): Promise<LogPage> {
  const [skipped, before] = pageToken?.split(' ') ?? [];
  const first = Number(skipped ?? 0);
  const wanted = first + pageSize;
  const read = { ...request, ...(before && { endTime: before }), pageSize: pageSize + REACH };
  const events: EventRow[] = [];
  for (let token: string | undefined; ; ) {
    signal.throwIfAborted();
    const asked = { ...read, ...(token !== undefined && { pageToken: token }) };
    const answer = await queries.fetchQuery({
      queryKey: ['listEvents', asked],
      queryFn: () => admin('listEvents', asked, { background, signal }),
      // The page as a whole is tried again.
      retry: false,
      staleTime: before === undefined ? 0 : STALE_TIME,
    });
    events.push(...answer.events);
    token = answer.nextPageToken;
    const isEnd = token === undefined;
    const { rows, complete } = foldLooks(events, { dayOf, isEnd });
    if (!isEnd && complete < wanted) continue;
    const [newest] = events;
    const hasMore = newest !== undefined && (!isEnd || rows.length > wanted);
    return {
      rows: rows.slice(first, wanted),
      nextPageToken: hasMore ? `${wanted} ${before ?? earlier(after(newest), request.endTime)}` : undefined,
    };
  }
}

/** A page of the audit log in rows, the newest first. */
export function useLogRows(request: Request, list: List) {
  const { guarded } = useSession();
  const queries = useQueryClient();
  // Rows are within a day, so they depend on the zone.
  const queryKey = ['logRows', request, shownZone(), list.pageSize, list.pageToken ?? ''];
  return useReading({
    queryKey,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const background = queries.getQueryData(queryKey) !== undefined;
      return guarded(() => readPage(queries, request, list, { background, signal }));
    },
  });
}
