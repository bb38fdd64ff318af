import type { FastifyInstance } from 'fastify';
import { elapsed } from '../listener.ts';
import { addressReader, rememberAddress } from './address.ts';
import { deviceCookies, formTokens } from './interaction/cookies.ts';
import { interactionPlugin } from './interaction/plugin.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { postedRequestsPlugin, protocolPlugin } from './protocol.ts';
import { currentProvider, type Failures } from './provider/provider.ts';
import { revocationPlugin } from './revocation.ts';

/** The data of a request for the log and the metrics, without personal data. */
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
  /** Header in which a proxy names the caller's address. Only its last entry is trusted. */
  readonly addressHeader: string | undefined;
  readonly observe: (exchange: OAuthExchange) => void;
}

/** The authorization server: protocol endpoints, pages for people, revocation. */
export async function authorizationServerPlugin(
  instance: FastifyInstance,
  options: OAuthPluginOptions,
): Promise<void> {
  const { observe, addressHeader, ...server } = options;
  const failures: Failures = new WeakMap();
  const provider = currentProvider(server, failures);
  const addressOf = addressReader(addressHeader);
  rememberAddress(instance, addressOf);

  // Also runs for answers that oidc-provider writes itself.
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

  const isSecure = () => server.issuer().startsWith('https:');
  const tokens = formTokens(server.secrets.forms, isSecure);
  const devices = deviceCookies(server.secrets.devices, isSecure, server.clock);
  await instance.register(protocolPlugin, { ...server, provider });
  await instance.register(postedRequestsPlugin);
  await instance.register(interactionPlugin, {
    options: server,
    provider,
    tokens,
    devices,
    addressOf,
    failures,
  });
  await instance.register(revocationPlugin, { ...server, failures });
}
