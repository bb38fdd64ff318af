import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../conventions/network.ts';

/** The network of the caller, by which everything is counted that is counted by address. */
export type AddressOf = (request: Pick<FastifyRequest, 'headers' | 'ip'>) => string;

/** Some proxies add the port. Undefined if the text is not an address. */
function addressIn(text: string): string | undefined {
  const [, v6, v4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/** `header`: the header in which the proxy names the caller. Only its last entry is trusted. */
export function addressReader(header: string | undefined): AddressOf {
  if (header === undefined) return ({ ip }) => networkOf(ip);
  const name = header.toLowerCase();
  return (request) => {
    const value = request.headers[name];
    const last =
      String(value ?? '')
        .split(',')
        .at(-1) ?? '';
    return networkOf(addressIn(last.trim()) ?? request.ip);
  };
}

const current = new AsyncLocalStorage<string>();

/** oidc-provider calls its storage without the request, so this stores the caller's address for it. */
export function rememberAddress(instance: FastifyInstance, addressOf: AddressOf): void {
  instance.addHook('onRequest', (request, _reply, done) => current.run(addressOf(request), done));
}

/** The caller's address of the current request; undefined outside a request. */
export const currentAddress = (): string | undefined => current.getStore();
