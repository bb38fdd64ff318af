import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { elapsed } from '../listener.ts';
import { formTokens } from './interaction/csrf.ts';
import { interactionPlugin } from './interaction/plugin.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { postedRequestsPlugin } from './posted.ts';
import { protocolPlugin } from './protocol.ts';
import { currentProvider, type Failures } from './provider/provider.ts';
import { revocationPlugin } from './revocation.ts';

/** What the log and the metrics learn of a request; no personal data. */
export interface OAuthExchange {
  /** The route's pattern. */
  readonly endpoint: string;
  readonly status: number;
  /** `ok`, an error code of OAuth 2.0, `refused` or `internal`. */
  readonly outcome: string;
  readonly milliseconds: number;
  readonly cause?: unknown;
}

export interface OAuthPluginOptions extends AuthorizationServerOptions {
  /** Header in which a proxy in front gives the caller's address; its last entry counts. */
  readonly addressHeader: string | undefined;
  readonly observe: (exchange: OAuthExchange) => void;
}

/** Some proxies write the port too. A text that is no address names nobody. */
function addressIn(text: string): string | undefined {
  const [, v6, v4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}

function addressReader(header: string | undefined) {
  return (request: FastifyRequest): string => {
    const value = header === undefined ? undefined : request.headers[header.toLowerCase()];
    const last =
      String(value ?? '')
        .split(',')
        .at(-1) ?? '';
    return addressIn(last.trim()) ?? request.ip;
  };
}

/** The authorization server: protocol endpoints, pages for people, revocation. */
export async function authorizationServerPlugin(
  instance: FastifyInstance,
  options: OAuthPluginOptions,
): Promise<void> {
  const { observe, addressHeader, ...server } = options;
  const failures: Failures = new WeakMap();
  const provider = currentProvider(server, failures);

  // Runs for the answers that the library writes too.
  instance.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply.raw;
    const failure = failures.get(request.raw);
    observe({
      endpoint: request.routeOptions.url ?? 'unknown',
      status,
      outcome: failure?.outcome ?? (status < 400 ? 'ok' : 'refused'),
      milliseconds: elapsed(request),
      ...(failure?.cause === undefined ? {} : { cause: failure.cause }),
    });
  });

  const tokens = formTokens(server.secrets.forms, () => server.issuer().startsWith('https:'));
  await instance.register(protocolPlugin, { ...server, provider });
  await instance.register(postedRequestsPlugin);
  await instance.register(interactionPlugin, {
    options: server,
    provider,
    tokens,
    addressOf: addressReader(addressHeader),
    failures,
  });
  await instance.register(revocationPlugin, { ...server, failures });
}
