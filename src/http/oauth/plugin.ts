import type { FastifyInstance } from 'fastify';
import { type Failures, type ObservedExchange, observeExchanges } from '../observe-exchanges.ts';
import { addressReader, rememberAddress } from './address.ts';
import { deviceCookies, formTokens } from './interaction/cookies.ts';
import { interactionPlugin } from './interaction/plugin.ts';
import type { AuthorizationServerOptions } from './options.ts';
import { postedRequestsPlugin, protocolPlugin } from './protocol.ts';
import { currentProvider } from './provider/provider.ts';
import { revocationPlugin } from './revocation.ts';

export interface OAuthPluginOptions extends AuthorizationServerOptions {
  /** Header in which a proxy names the caller's address. Only its last entry is trusted. */
  readonly addressHeader: string | undefined;
  readonly observe: (exchange: ObservedExchange) => void;
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

  observeExchanges(instance, observe, failures);
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
