import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Exchanges } from './exchanges.ts';

/**
 * How long, and how much, is read from a client that was answered, in milliseconds and bytes. A refused upload has that much
 * time to end.
 */
const LONGEST = 15_000;
const MOST = 64 * 1024 * 1024;

const LOOK_EVERY = 250;

/** Cuts off a client that sends for too long, or too much. */
function boundReading(socket: Socket, isOver: () => boolean): void {
  const before = socket.bytesRead;
  const until = performance.now() + LONGEST;
  const watch = setInterval(() => {
    if (socket.destroyed || isOver()) clearInterval(watch);
    else if (performance.now() > until || socket.bytesRead - before > MOST) socket.destroy();
  }, LOOK_EVERY).unref();
}

/**
 * Ends a connection, and reads on until the client ends it too. If a connection is closed while the client sends, the
 * system of the client drops the answer (RFC 9112 9.6).
 */
export function endAndReadOn(socket: Socket): void {
  const exchanges = Exchanges.of(socket);
  if (exchanges.isEnding) return;
  exchanges.isEnding = true;
  socket.end();
  socket.resume();
  exchanges.open?.req.resume();
  boundReading(socket, () => false);
}

/** Makes Node, which closes a connection with this method, read on if the client may still be sending. */
export function closeAfterReading(socket: Socket): void {
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    if (Exchanges.of(socket).hasMore) endAndReadOn(socket);
    else destroySoon.call(socket);
  };
}

/** Reads the rest of a body after the answer, up to a bound, so that the connection can be used again. */
export function boundRest({ req }: ServerResponse): void {
  const { socket } = req;
  if (req.complete || socket.destroyed || Exchanges.of(socket).isEnding) return;
  // What read it may have stopped: many programs read the answer only after they have sent everything.
  req.resume();
  boundReading(socket, () => req.complete);
}
