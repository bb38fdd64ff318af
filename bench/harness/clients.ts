import { type HttpConnection, openConnections, type RawRequest, wireOf } from './http-connection.ts';
import type { Batch } from './measure.ts';
import type { MeteredProcess } from './metered-process.ts';

/** Number of clients that read in parallel, each with one request at a time. */
export const READERS = 8;
/** Number of requests that each client sends in one run. */
const IN_A_ROW = 8;

type MeteredServer = Pick<MeteredProcess, 'url' | 'meter'>;

/** The connections to one server. */
export interface Client {
  readonly server: MeteredServer;
  readonly connections: readonly HttpConnection[];
}

export const clientOf = async (server: MeteredServer, count: number): Promise<Client> => ({
  server,
  connections: await openConnections(server.url, count),
});

/** Sends the same request repeatedly on all connections. */
export function readSide({ server, connections }: Client, request: RawRequest): Batch {
  const wire = wireOf(request);
  const readSome = async (connection: HttpConnection) => {
    for (let left = IN_A_ROW; left > 0; left--) await connection.ok(wire);
  };
  return {
    makes: connections.length * IN_A_ROW,
    run: () => Promise.all(connections.map(readSome)),
    meter: server.meter,
  };
}
