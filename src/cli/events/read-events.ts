import { EVENT_KINDS, isOfKind, kindsWith, outcomeOf } from '../../admin/contract/audit-log/kinds.ts';
import type { EventView } from '../../admin/contract/audit-log/methods.ts';
import type { AdminRequest, AdminResponse } from '../../admin/contract/index.ts';
import { searchEvents } from '../../client/event-search.ts';
import { adminPages } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import { clientNames, holderNames, noneIfRefused } from '../admin/holder-names.ts';
import { UsageError } from '../cli-errors.ts';
import { notice } from '../output.ts';
import { SHOWN } from './sentences.ts';

type Request = AdminRequest<'listEvents'>;
type Page = AdminResponse<'listEvents'>;

interface Wanted {
  readonly request: Omit<Request, 'event'> & { readonly event?: string };
  /** Of the answer, because a request names one kind of event. */
  readonly isWanted: (event: EventView) => boolean;
}

/** Events of the kinds that words name. @throws UsageError if there is no such kind */
function ofKinds(request: Request): Wanted {
  const { event: words, ...rest } = request;
  if (words === undefined || EVENT_KINDS.some(({ event }) => event === words))
    return { request, isWanted: () => true };
  const kinds = kindsWith(words).filter(({ subject }) => subject === (request.subject ?? subject));
  if (kinds.length === 0)
    throw new UsageError(
      `--event takes a name such as reject, or what events list shows, such as "rejected"; nothing is “${words}”`,
    );
  const names = new Set(kinds.map(({ subject, event, to }) => outcomeOf(subject, to) ?? event));
  return {
    request: { ...rest, ...(names.size === 1 && { event: [...names].join() }) },
    isWanted: (one) => kinds.some((kind) => isOfKind(kind, one)),
  };
}

/** What was searched, and how to search the rest. */
export function searchedText(count: number, time: string, isNewestFirst: boolean): string {
  // The end is not part of the time that is asked for; other events may be of the same moment.
  const next = new Date(Date.parse(time) + 1).toISOString();
  return isNewestFirst
    ? `The newest ${count} events, back to ${time}, were searched. Add --end-time ${next} to search older ones.`
    : `The oldest ${count} events, up to ${time}, were searched. Add --start-time ${time} to search newer ones.`;
}

/** The pages of the audit log: `--event` takes a name or the words that people read, and `--search` any words. */
export async function* readEvents(
  connection: Connection,
  asked: Request,
  options: { readonly search?: string | undefined; readonly json?: boolean },
): AsyncGenerator<Page> {
  const { request, isWanted } = ofKinds(asked);
  const { search } = options;
  let count = 0;
  let last: Page | undefined;
  async function* read() {
    for await (const page of adminPages(connection, 'listEvents', request)) {
      count += page.events.length;
      last = page;
      yield page;
    }
  }
  if (search === undefined) {
    for await (const page of read()) yield { ...page, events: page.events.filter(isWanted) };
    return;
  }
  let clients: ReturnType<typeof clientNames> | undefined;
  const namesOf = async (ids: readonly string[]) => {
    clients ??= noneIfRefused(clientNames(connection));
    return new Map([...(await clients), ...(await noneIfRefused(holderNames(connection, ids)))]);
  };
  yield* searchEvents(read(), { text: search, namesOf, shown: SHOWN, isWanted });
  const time = last?.events.at(-1)?.time;
  if (last?.nextPageToken !== undefined && time !== undefined)
    notice(searchedText(count, time, request.orderBy?.endsWith(' desc') === true), options);
}
