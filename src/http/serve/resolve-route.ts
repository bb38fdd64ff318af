import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readResolveRequest } from '../../mediation/serve/resolve-request.ts';
import type { AppSnapshots } from '../../mediation/serve/snapshots.ts';
import { explain } from '../../resolve/index.ts';
import { JSON_TYPE, refusal, urlQuery } from '../conventions/index.ts';
import type { Bearer } from '../oauth/verify/bearer.ts';
import { type Admission, admit, servingKeyOf } from './admit.ts';
import { sendAnswer } from './answer.ts';
import { resolveAnswer, type WithCountry } from './resolve-answer.ts';

const EXPLANATION = { 'content-type': JSON_TYPE, 'cache-control': 'private, no-store' };

export interface ResolveRouteOptions extends Admission {
  readonly snapshots: AppSnapshots;
  readonly bearer: Bearer;
  readonly withCountry: WithCountry;
}

/** Computes what an app can compute itself from the snapshot, for apps that cannot. */
export function resolveRoute(instance: FastifyInstance, options: ResolveRouteOptions): void {
  const { snapshots, bearer, withCountry } = options;

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
      const { key, publisherId, appFragment } = servingKeyOf(request);
      const asked = readResolveRequest(urlQuery(request.url));
      if (asked.explain) await checkMayRead(request, publisherId);
      const found = await snapshots.current({ key, publisherId, appFragment });
      if (!found) throw refusal('ROUTE_NOT_FOUND');
      const sent = withCountry(asked.request, request.headers);
      if (!asked.explain) return sendAnswer(reply, resolveAnswer(found, sent));
      const { snapshot, sha256 } = found;
      const { resolution, steps } = explain(snapshot, sent);
      return reply.headers(EXPLANATION).send(JSON.stringify({ ...resolution, snapshot: sha256, steps }));
    },
  );
}
