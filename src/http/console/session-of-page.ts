import type { FastifyRequest } from 'fastify';
import type { ConsoleSessions } from '../../accounts/console/index.ts';
import type { ConsoleName } from '../../accounts/ports/console.ts';
import { sessionCookieOf } from './session-cookie.ts';
import { type OfServer, sessionView } from './session-view.ts';

export interface SessionOfPage extends OfServer {
  readonly console: ConsoleName;
  readonly sessions: Pick<ConsoleSessions, 'use'>;
  /** Counts a request of a signed-in person. */
  readonly limit: (personId: string) => Promise<void>;
}

/**
 * Whether a person opens the page: by its address, or from a page of this console. Scripts cannot read such an answer, and
 * pages on other ports of this host, which share its cookies, do not get it.
 */
const isVisit = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  (headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'same-origin');

/**
 * The view of the session with which a page is opened, so that its first screen does not wait for another request. Undefined
 * without one, and where something is wrong: the page then asks, and shows what it is.
 */
export async function sessionOfPage(
  request: FastifyRequest,
  { console, sessions, limit, ...server }: SessionOfPage,
): Promise<object | undefined> {
  const token = isVisit(request) ? sessionCookieOf(request, console) : undefined;
  if (token === undefined) return undefined;
  try {
    const live = await sessions.use(console, token, 'background');
    if (live === undefined) return undefined;
    await limit(live.session.userId);
    return sessionView(live, server);
  } catch {
    return undefined;
  }
}
