import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type AddressOf = (request: FastifyRequest) => string;

/** Some proxies write the port too. A text that is no address names nobody. */
function addressIn(text: string): string | undefined {
  const [, v6, v4] = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}

/** `header`: where the proxy in front names the caller; its last entry counts. */
export function addressReader(header: string | undefined): AddressOf {
  return (request) => {
    const value = header === undefined ? undefined : request.headers[header.toLowerCase()];
    const last =
      String(value ?? '')
        .split(',')
        .at(-1) ?? '';
    return addressIn(last.trim()) ?? request.ip;
  };
}

const current = new AsyncLocalStorage<string>();

/** The library calls its storage without the request; this keeps the caller's address at hand. */
export function rememberAddress(instance: FastifyInstance, addressOf: AddressOf): void {
  instance.addHook('onRequest', (request, _reply, done) => current.run(addressOf(request), done));
}

/** Address of the caller of the request that is being answered; undefined outside of one. */
export const currentAddress = (): string | undefined => current.getStore();
