import { EVENT_KINDS, kindsWith } from '../../admin/contract/audit-log/kinds.ts';
import type { AdminRequest, AdminResponse } from '../../admin/contract/index.ts';
import { SEARCHED, searchEvents } from '../../client/event-search.ts';
import { adminPages } from '../admin/client.ts';
import type { Connection } from '../admin/connection.ts';
import { holderNames, visible } from '../admin/holder-names.ts';
import { UsageError } from '../cli-errors.ts';
import { notice } from '../output.ts';

type Request = AdminRequest<'listEvents'>;
type Page = AdminResponse<'listEvents'>;

/** Events of one of these kinds. @throws UsageError if there is no such kind */
async function* ofKinds(connection: Connection, request: Request, words: string): AsyncGenerator<Page> {
  const { event: _, ...rest } = request;
  const kinds = kindsWith(words).filter(({ subject }) => subject === (request.subject ?? subject));
  const [first] = kinds;
  if (first === undefined)
    throw new UsageError(
      `--event takes a name such as reject, or what events list shows, such as "rejected"; nothing is “${words}”`,
    );
  const isSame = kinds.every(({ event }) => event === first.event);
  for await (const page of adminPages(connection, 'listEvents', {
    ...rest,
    ...(isSame && { event: first.event }),
  })) {
    const events = page.events.filter((one) =>
      kinds.some(({ subject, event }) => subject === one.subject && event === one.event),
    );
    yield { ...page, events };
  }
}

/** The pages of the audit log: `--event` takes a name or the words that people read, and `--search` any words. */
export async function* readEvents(
  connection: Connection,
  request: Request,
  options: { readonly search?: string | undefined; readonly json?: boolean },
): AsyncGenerator<Page> {
  const { event } = request;
  const isName = event === undefined || EVENT_KINDS.some((kind) => kind.event === event);
  const pages = isName ? adminPages(connection, 'listEvents', request) : ofKinds(connection, request, event);
  if (options.search === undefined) return yield* pages;
  let last: Page | undefined;
  const namesOf = (ids: readonly string[]) => visible(holderNames(connection, ids));
  for await (const page of searchEvents(pages, options.search, namesOf)) {
    last = page;
    yield page;
  }
  if (last?.nextPageToken !== undefined)
    notice(`only ${SEARCHED} events were searched; --start-time and --end-time name others`, options);
}
