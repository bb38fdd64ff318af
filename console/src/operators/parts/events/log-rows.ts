import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { foldLooks, REACH } from '../../../../../src/admin/contract/audit-log/fold-looks.ts';
import type { useListState } from '../../../frame/list-state.ts';
import { useSession } from '../../../frame/session.tsx';
import { dayNamer } from '../../../kit/time.tsx';
import { type AdminRequest, admin } from '../../api.ts';
import type { EventRow, LogRow } from './sentence.tsx';

type Request = AdminRequest<'listEvents'>;
type List = Pick<ReturnType<typeof useListState>, 'pageSize' | 'pageToken'>;

interface LogPage {
  readonly rows: readonly LogRow[];
  readonly nextPageToken?: string | undefined;
}

/** All of these entries as rows. */
export const logRows = (events: readonly EventRow[]): readonly LogRow[] =>
  foldLooks(events, { dayOf: dayNamer() }).rows;

/** Entries that were read stay as they are for so long, in milliseconds. */
const KEPT = 60_000;

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
): Promise<LogPage> {
  const [skipped, before] = pageToken?.split(' ') ?? [];
  const first = Number(skipped ?? 0);
  const wanted = first + pageSize;
  const read = { ...request, ...(before && { endTime: before }), pageSize: pageSize + REACH };
  const events: EventRow[] = [];
  for (let token: string | undefined; ; ) {
    const asked = { ...read, ...(token !== undefined && { pageToken: token }) };
    const queryKey = ['listEvents', asked];
    const answer = await queries.fetchQuery({
      queryKey,
      queryFn: () => admin('listEvents', asked, { background: queries.getQueryData(queryKey) !== undefined }),
      staleTime: before === undefined ? 0 : KEPT,
    });
    events.push(...answer.events);
    token = answer.nextPageToken;
    const isEnd = token === undefined;
    const { rows, complete } = foldLooks(events, { dayOf: dayNamer(), isEnd });
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
  return useQuery({
    queryKey: ['logRows', request, list.pageSize, list.pageToken ?? ''],
    placeholderData: keepPreviousData,
    queryFn: () => guarded(() => readPage(queries, request, list)),
  });
}
