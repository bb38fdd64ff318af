import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The times of closing a listener, in milliseconds. */
export interface DrainTimes {
  /**
   * Time for the next request on a kept-alive connection: it is answered, then the connection is closed. Closing it at
   * once would drop a request that the client is sending (RFC 9112 9.6).
   */
  readonly grace: number;
  /** After this time the remaining connections are closed: incomplete requests, unread answers. */
  readonly longest: number;
}

const AT_ONCE: DrainTimes = { grace: 0, longest: 20_000 };

/** Milliseconds between two checks for connections that were answered after closing began. */
const LOOK_EVERY = 50;

/** Resolves when the last connection has closed, or after a time. */
function endOfConnections({ server }: FastifyInstance, time: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    server.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    // Not http.Server.close, which closes kept-alive connections.
    Server.prototype.close.call(server);
  });
}

/** Closes a listener: new connections are refused, requests on existing connections are answered. */
export function drainBeforeClosing(listener: FastifyInstance, { grace, longest } = AT_ONCE): void {
  const { server } = listener;
  const timers: NodeJS.Timeout[] = [];
  let isClosing = false;

  listener.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  listener.addHook('preClose', async () => {
    isClosing = true;
    timers.push(setTimeout(() => server.closeAllConnections(), longest));
    if (grace > 0 && server.listening) await endOfConnections(listener, grace);
    timers.push(setInterval(() => server.closeIdleConnections(), LOOK_EVERY));
  });
  listener.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
  });
}
