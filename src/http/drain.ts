import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Times for closing a listener, in milliseconds. */
export interface DrainTimes {
  /**
   * How long a kept-alive connection waits for its next request, which is answered before the connection is
   * closed. Closing it at once could drop a request that the client is just sending (RFC 9112 9.6).
   */
  readonly grace: number;
  /**
   * After this time the remaining connections are closed, even with incomplete requests or unread answers.
   */
  readonly longest: number;
}

const AT_ONCE: DrainTimes = { grace: 0, longest: 20_000 };

/** Interval in milliseconds at which answered connections are looked for and closed. */
const LOOK_EVERY = 50;

/** Resolves when the last connection has closed, or after a time. */
function endOfConnections(server: Server, time: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    server.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    // Calls the close of net.Server: http.Server.close would also close kept-alive connections.
    Server.prototype.close.call(server);
  });
}

/** Closes a listener: refuses new connections, and answers requests on existing connections. */
export function drainBeforeClosing(listener: FastifyInstance, { grace, longest } = AT_ONCE): void {
  const { server } = listener;
  listener.decorate('doors', []);
  const timers: NodeJS.Timeout[] = [];
  let isClosing = false;

  listener.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  listener.addHook('preClose', async () => {
    isClosing = true;
    timers.push(setTimeout(() => server.closeAllConnections(), longest));
    const others = listener.doors.map((door) => endOfConnections(door, longest));
    if (grace > 0 && server.listening) await endOfConnections(server, grace);
    timers.push(setInterval(() => server.closeIdleConnections(), LOOK_EVERY));
    await Promise.all(others);
  });
  listener.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
  });
}
