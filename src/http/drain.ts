import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How a listener ends, in milliseconds. */
export interface DrainTimes {
  /**
   * For the next request on a connection that is kept alive: it is answered, and that ends the connection. Closing
   * such a connection at once would drop what its client is sending at that moment (RFC 9112 9.6).
   */
  readonly grace: number;
  /** After that, connections that are left are ended: a request that does not arrive, an answer that nobody reads. */
  readonly longest: number;
}

const AT_ONCE: DrainTimes = { grace: 0, longest: 20_000 };

/** Milliseconds between two looks at connections whose answer went out after closing began. */
const LOOK_EVERY = 50;

/** Resolves when the last connection has ended, after a time at the latest. */
function endOfConnections({ server }: FastifyInstance, time: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    server.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    // Not that of HTTP, which ends connections that are kept alive.
    Server.prototype.close.call(server);
  });
}

/** New connections are refused from the moment the listener closes; requests on those there are, are answered. */
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
