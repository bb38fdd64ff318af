import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** They hand the connections to further addresses to this listener. */
    readonly doors: Server[];
  }
}

const LOCAL = 'localhost';

/** The options of Node's own HTTP servers. */
const AS_HTTP = { allowHalfOpen: true, noDelay: true } as const;

/** The addresses of a host of the settings: one, but for `localhost`. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== LOCAL) return [host];
  const addresses = await lookup(host, { all: true });
  return [...new Set(addresses.map(({ address }) => address))];
}

/**
 * Listens at an address. `localhost` has one for IPv4 and one for IPv6; for the second one, Fastify would make a server that
 * has nothing of what `createListener` adds to the first.
 */
export async function listenAt(
  listener: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  addresses = addressesOf,
): Promise<void> {
  const [first = host, ...others] = await addresses(host);
  await listener.listen({ host: first, port });
  const { port: bound } = listener.server.address() as AddressInfo;
  for (const other of others) {
    const door = createServer(AS_HTTP, (socket) => void listener.server.emit('connection', socket));
    door.listen({ host: other, port: bound });
    // Many machines have a name for an address that they do not have.
    const isOpen = await once(door, 'listening').then(
      () => true,
      () => false,
    );
    if (isOpen) listener.doors.push(door);
  }
}
