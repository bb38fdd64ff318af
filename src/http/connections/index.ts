import type { IncomingMessage, Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import { boundRest, closeAfterReading } from './close.ts';
import { Exchanges, type Handle } from './exchanges.ts';
import { readInTurn } from './reading.ts';

export { clientErrorHandler } from './client-errors.ts';
export type { Handle } from './exchanges.ts';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Gives each request its turn, and lets clients that are still sending read their answers. */
export function serveInTurn(server: Server, handle: Handle): void {
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket) => {
    readInTurn(socket, () => Exchanges.of(socket).hasWaiting);
    closeAfterReading(socket);
  });
  server.on('request', (request, response) => {
    if (hasBody(request)) response.once('close', () => boundRest(response));
    // Node drops what arrived behind such a request, as if another protocol began there.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    Exchanges.of(request.socket).begin(response, handle);
  });
}
