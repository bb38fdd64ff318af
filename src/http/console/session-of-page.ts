import { setTimeout } from 'node:timers/promises';
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
 * Whether the browser opens the page in a tab: from an address, a bookmark or a page of this console. Scripts of other origins
 * cannot read the answer to such a request. Pages on other ports of this host share its cookies, but their requests are
 * `same-site` and get no session.
 */
const isVisit = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' &&
  // A page that is fetched ahead may be shown much later.
  headers['sec-purpose'] === undefined &&
  headers['sec-fetch-dest'] === 'document' &&
  (headers['sec-fetch-site'] === 'none' || headers['sec-fetch-site'] === 'same-origin');

/** In milliseconds. An organisation's provider or a database that answers later does not keep the page back. */
const LONGEST_WAIT = 200;

async function liveView(
  token: string,
  { console, sessions, limit, ...server }: SessionOfPage,
): Promise<object | undefined> {
  const live = await sessions.use(console, token, 'background');
  if (live === undefined) return undefined;
  await limit(live.session.userId);
  return sessionView(live, server);
}

/**
 * The view of the session, which is sent within the page so that the first screen need not wait for another request. Undefined
 * without a session, after an error, and where it takes long: the page then requests its session, and shows what is wrong.
 */
export async function sessionOfPage(
  request: FastifyRequest,
  options: SessionOfPage,
): Promise<object | undefined> {
  const token = isVisit(request) ? sessionCookieOf(request, options.console) : undefined;
  if (token === undefined) return undefined;
  const view = liveView(token, options).catch(() => undefined);
  return Promise.race([view, setTimeout(LONGEST_WAIT, undefined, { ref: false })]);
}
