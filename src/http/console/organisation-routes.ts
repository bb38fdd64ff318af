import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  type ConsoleSessions,
  type NewSession,
  type OrganisationSession,
  SECRET_PATTERN,
  type Visitor,
} from '../../accounts/console/index.ts';
import { closed } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { cookieOf } from '../cookie.ts';
import { problemOf } from '../oauth/sign-in/organisation/texts.ts';
import { BROWSER_COOKIE, browserOf } from './browser-cookie.ts';
import type { ConsoleRoutes } from './routes.ts';

const Start = Type.Object({ organisation: Type.String({ minLength: 1, maxLength: 64 }) }, closed);
/** The query with which the provider sent the browser back. */
const Finish = Type.Object({ query: Type.String({ maxLength: 12_000 }) }, closed);

interface OrganisationRoutes {
  /** Undefined on a console that offers no organisations. */
  readonly byOrganisation: ConsoleSessions['byOrganisation'] | undefined;
  readonly openRoute: ConsoleRoutes['openRoute'];
  readonly visitorOf: (request: FastifyRequest) => Visitor;
  readonly begunAnew: (request: FastifyRequest, reply: FastifyReply, fresh: NewSession) => Promise<object>;
}

const expired = () =>
  new StatusError(
    'ORGANISATION_SIGN_IN_EXPIRED',
    'This sign-in took too long, was finished already, or was begun in another browser. Sign in again.',
  );

function refusalOf(finished: Exclude<OrganisationSession, { readonly outcome: 'begun' | 'askAgain' }>) {
  if (finished.outcome === 'expired') return expired();
  const { text } = problemOf(finished, finished.party?.organisation.name ?? '');
  const isAway = finished.outcome === 'unreachable';
  return new StatusError(isAway ? 'ORGANISATION_UNREACHABLE' : 'ORGANISATION_REFUSED', text);
}

/**
 * Sign-in by the provider of an organisation. The provider sends the browser to its one redirect address, which is
 * not on the console and gets no cookie of it, so the page of the console brings the answer here.
 */
export function organisationRoutes(instance: FastifyInstance, options: OrganisationRoutes): void {
  const { byOrganisation, openRoute, visitorOf, begunAnew } = options;

  instance.get('/organisations', async () => ({ organisations: byOrganisation?.offered ?? [] }));

  openRoute('/session::startByOrganisation', Start, async ({ organisation }, request, reply) => {
    const { origin } = request.headers;
    // Browsers send it with each POST, and it has been compared with the names of this console.
    if (origin === undefined) throw new StatusError('NOT_FROM_CONSOLE', 'The header Origin is missing.');
    const address = await byOrganisation?.start(organisation, origin, browserOf(request, reply));
    if (address === undefined)
      throw new StatusError('REQUEST_INVALID', 'There is no such organisation.', [
        { field: 'organisation', description: 'must be one of the organisations of this console' },
      ]);
    return { address: address.href };
  });

  openRoute('/session::finishByOrganisation', Finish, async ({ query }, request, reply) => {
    const browser = cookieOf(request, BROWSER_COOKIE, SECRET_PATTERN);
    if (browser === undefined || byOrganisation === undefined) throw expired();
    const finished = await byOrganisation.finish(new URLSearchParams(query), browser, visitorOf(request));
    if (finished.outcome === 'askAgain') return { address: finished.address.href };
    if (finished.outcome !== 'begun') throw refusalOf(finished);
    return begunAnew(request, reply, finished.begun);
  });
}
