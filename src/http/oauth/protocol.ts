import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Provider } from 'oidc-provider';
import { adjustedQuery } from './authorization-request.ts';
import { moveEmptySecret } from './client-credentials.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { errorPage } from './pages/messages.ts';
import { show } from './pages/send.ts';
import { PATHS } from './paths.ts';
import { documentOf } from './provider/documents.ts';

/** The routes that oidc-provider answers. */
const ROUTES: readonly (readonly [HTTPMethods[], string])[] = [
  [['GET'], PATHS.authorization],
  [['GET'], `${PATHS.authorization}/:uid`],
  [['POST', 'OPTIONS'], PATHS.token],
  [['GET', 'OPTIONS'], PATHS.keys],
  [['GET'], PATHS.endSession],
  [['POST'], `${PATHS.endSession}/confirm`],
  [['GET'], `${PATHS.endSession}/success`],
  ...PATHS.discovery.map((path) => [['GET', 'OPTIONS'] as HTTPMethods[], path] as const),
];

/**
 * oidc-provider builds addresses from the headers of the request, so these are set to the configured issuer.
 */
function setOrigin({ raw }: FastifyRequest, issuer: string): void {
  const { protocol, host } = new URL(issuer);
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-host'] = host;
}

function adjustRequest({ raw }: FastifyRequest): void {
  const [path = '', query] = (raw.url ?? '').split(/\?(.*)/s);
  if (path === PATHS.authorization && query !== undefined) raw.url = `${path}?${adjustedQuery(query)}`;
}

/** In bytes of names and values. Limited because the server stores parameters before a user has signed in. */
const MOST_PARAMETERS = 4096;

const STORED: ReadonlySet<string | undefined> = new Set([PATHS.authorization, PATHS.endSession]);

const TOO_LONG = errorPage(
  'This request is too long',
  `The application that sent you here sent more than ${MOST_PARAMETERS} bytes of parameters.`,
  'invalid_request',
);

function isTooLong({ raw, routeOptions }: FastifyRequest): boolean {
  if (!STORED.has(routeOptions.url)) return false;
  const [, query = ''] = (raw.url ?? '').split(/\?(.*)/s);
  const bytes = [...new URLSearchParams(query)].reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );
  return bytes > MOST_PARAMETERS;
}

/** A browser that used another name of this machine would not send its cookies. */
function otherName(request: FastifyRequest, issuer: string): string | undefined {
  const { host, hostname } = new URL(issuer);
  const isLoopback = (name: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(name);
  const came = URL.parse(`http://${request.headers.host ?? ''}`);
  if (came === null || came.host === host || !isLoopback(came.hostname) || !isLoopback(hostname))
    return undefined;
  return `${issuer}${request.raw.url ?? ''}`;
}

/** Sends a document that the provider has made before. */
function sendDocument(request: FastifyRequest, reply: FastifyReply, provider: Provider): boolean {
  const { method, headers, routeOptions } = request;
  const document = method === 'GET' && documentOf(provider, routeOptions.url ?? '');
  if (!document) return false;
  const { origin = '*' } = headers;
  reply.headers({ ...document.headers, 'access-control-allow-origin': origin });
  void reply.send(document.text);
  return true;
}

interface ProtocolPluginOptions extends AuthorizationServerOptions {
  readonly provider: () => Provider;
}

/** The endpoints of OAuth 2.0 and OpenID Connect. oidc-provider reads the request and writes the answer. */
export async function protocolPlugin(
  instance: FastifyInstance,
  options: ProtocolPluginOptions,
): Promise<void> {
  const { issuer, provider, store } = options;
  // oidc-provider reads bodies itself.
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const current = provider();
    if (sendDocument(request, reply, current)) return reply;
    const elsewhere =
      request.routeOptions.url === PATHS.authorization ? otherName(request, issuer()) : undefined;
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 307);
    if (isTooLong(request)) return show(reply, 400, TOO_LONG);
    setOrigin(request, issuer());
    adjustRequest(request);
    if (request.routeOptions.url === PATHS.token) await moveEmptySecret(request.raw, store);
    reply.hijack();
    await current.callback()(request.raw, reply.raw);
    return reply;
  };

  for (const [method, url] of ROUTES)
    instance.route({ method, url, handler: handle, exposeHeadRoute: false });
}

const FORM_LIMIT = 32 * 1024;

/**
 * Requests that clients may also send as forms (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 2). They are
 * redirected to the same request by GET, because browsers do not send session cookies with a form from
 * another site.
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
