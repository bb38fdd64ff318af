import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Clock, SECOND } from '../../conventions/time.ts';
import type { StatusTokens } from '../../issuer/status/list-tokens.ts';
import { REQUEST_ID } from '../request-id.ts';

/** Ranges that contain the type of the lists, the most specific first. */
const RANGES = ['application/statuslist+cwt', 'application/*', '*/*'];

/** Whether a client takes status lists as CWT: the weight of its most specific range is not 0 (RFC 9110 12.5.1). */
function acceptsStatusList(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const given = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const named = RANGES.map((range) => given.find(([type]) => type === range)).find(
    (range) => range !== undefined,
  );
  return named !== undefined && !named.slice(1).some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}

const STATUS_PREFIX = '/status';

interface StatusPluginOptions {
  readonly tokens: StatusTokens;
  readonly clock: Clock;
  readonly observe: (status: number) => void;
}

/** Readers may be pages in a browser (Token Status List 8.1). */
const OPEN = { 'access-control-allow-origin': '*' } as const;

const TEXTS = {
  404: 'there is no such status list',
  405: 'status lists are read with GET or HEAD',
  406: 'status lists are served as application/statuslist+cwt',
  501: 'the status at another time is not available',
} as const;

function refuse(reply: FastifyReply, status: keyof typeof TEXTS): FastifyReply {
  // Not recorded.
  reply.raw.removeHeader(REQUEST_ID);
  return reply.code(status).header('cache-control', 'no-store').type('text/plain').send(`${TEXTS[status]}\n`);
}

type Call = FastifyRequest<{ Params: { name: string }; Querystring: { readonly time?: unknown } }>;

/** RFC 9110 13.1.2 with strong ETags. */
const isUnchanged = ({ headers }: Call, etag: string): boolean =>
  headers['if-none-match']
    ?.split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*') ?? false;

/**
 * `/status/{name}`: the status lists of the issuer, for everybody (Token Status List 8). Callers are not identified, and
 * nothing about them is logged.
 */
export async function statusPlugin(instance: FastifyInstance, options: StatusPluginOptions): Promise<void> {
  const { tokens, clock, observe } = options;
  await instance.register(
    async (below) => {
      below.addHook('onRequest', async (_, reply) => {
        reply.headers(OPEN);
      });
      below.addHook('onResponse', async (_, reply) => observe(reply.statusCode));
      below.route({
        method: ['GET', 'HEAD'],
        url: '/:name',
        async handler(request: Call, reply) {
          if (request.query.time !== undefined) return refuse(reply, 501);
          if (!acceptsStatusList(request.headers.accept)) return refuse(reply, 406);
          const found = await tokens.find(request.params.name);
          if (!found) return refuse(reply, 404);
          const seconds = Math.max(0, Math.ceil((found.nextAt - clock()) / SECOND));
          reply.headers({ etag: found.etag, 'cache-control': `public, max-age=${seconds}`, vary: 'accept' });
          if (isUnchanged(request, found.etag)) return reply.code(304).send();
          return reply.type('application/statuslist+cwt').send(Buffer.from(found.token));
        },
      });
      below.route({
        method: 'OPTIONS',
        url: '/:name',
        handler: (_, reply) =>
          reply
            .code(204)
            .header('access-control-allow-methods', 'GET, HEAD')
            .header('access-control-max-age', '86400')
            .send(),
      });
      below.route({
        method: ['POST', 'PUT', 'PATCH', 'DELETE'],
        url: '/:name',
        // Before the body is read.
        onRequest: async (_, reply) => refuse(reply.header('allow', 'GET, HEAD, OPTIONS'), 405),
        handler: () => {},
      });
    },
    { prefix: STATUS_PREFIX },
  );
}
