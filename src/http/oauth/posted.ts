import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { PATHS } from './paths.ts';

const FORM_LIMIT = 32 * 1024;

/**
 * Requests that clients may also make as forms (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 2). They go on as the
 * same request by GET: the cookies of a session come with that and not with a form from another site.
 */
export async function postedRequestsPlugin(instance: FastifyInstance): Promise<void> {
  instance.removeAllContentTypeParsers();
  await instance.register(formbody, { bodyLimit: FORM_LIMIT, parser: (text) => ({ query: text }) });
  for (const path of [PATHS.authorization, PATHS.endSession]) {
    instance.post<{ Body?: { readonly query: string } }>(path, async ({ body }, reply) =>
      reply.header('cache-control', 'no-store').redirect(`${path}?${new URLSearchParams(body?.query)}`, 303),
    );
  }
}
