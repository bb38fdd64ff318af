import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRegion, readResolveRequest } from '../../mediation/serve/resolve-request.ts';
import type { AppSnapshots } from '../../mediation/serve/snapshots.ts';
import { explain, type ResolveRequest } from '../../resolve/index.ts';
import { JSON_TYPE, refusal, urlQuery } from '../conventions/index.ts';
import type { Bearer } from '../oauth/verify/bearer.ts';
import { type Admission, admit, servingKeyOf } from './admit.ts';

const ANSWER = { 'content-type': JSON_TYPE, 'cache-control': 'private, max-age=60' };
const EXPLANATION = { 'content-type': JSON_TYPE, 'cache-control': 'private, no-store' };

export interface ResolveRouteOptions extends Admission {
  readonly snapshots: AppSnapshots;
  readonly bearer: Bearer;
  /** Header in which the proxy names the country of the caller. */
  readonly countryHeader: string | undefined;
}

/** Computes what an app can compute itself from the snapshot, for apps that cannot. */
export function resolveRoute(instance: FastifyInstance, options: ResolveRouteOptions): void {
  const { snapshots, bearer } = options;
  const countryHeader = options.countryHeader?.toLowerCase();

  /** The country of the caller if the app does not name one. Proxies send other texts for unknown countries. */
  function withCountry(request: ResolveRequest, { headers }: FastifyRequest): ResolveRequest {
    if (countryHeader === undefined || request.country !== undefined) return request;
    const country = String(headers[countryHeader] ?? '').trim();
    return isRegion(country) ? { ...request, country } : request;
  }

  /** The order of groups tells about the publisher's business, so an explanation needs an access token. */
  async function checkMayRead({ headers }: FastifyRequest, publisherId: string): Promise<void> {
    const caller = await bearer.verify(headers.authorization);
    bearer.requireScope(caller, 'readonly', 'monetization');
    bearer.requirePublisher(caller, publisherId);
  }

  instance.get(
    '/:key/resolve',
    { onRequest: admit(options, 'resolvePerAddress'), config: { methodName: 'resolve' } },
    async (request, reply) => {
      const { publisherId, appFragment } = servingKeyOf(request);
      const asked = readResolveRequest(urlQuery(request.url));
      if (asked.explain) await checkMayRead(request, publisherId);
      const found = await snapshots.current({ publisherId, appFragment });
      if (!found) throw refusal('ROUTE_NOT_FOUND');
      const { snapshot, resolved, sha256 } = found;
      const sent = withCountry(asked.request, request);
      if (!asked.explain) return reply.headers(ANSWER).send(resolved(sent));
      const { resolution, steps } = explain(snapshot, sent);
      return reply.headers(EXPLANATION).send(JSON.stringify({ ...resolution, snapshot: sha256, steps }));
    },
  );
}
