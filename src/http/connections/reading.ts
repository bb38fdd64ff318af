import type { Socket } from 'node:net';

/** Whether requests of a connection were read that have not begun. */
type HasWaiting = () => boolean;

/** All connections that are read. */
const connections = new Map<Socket, HasWaiting>();
let stopped: readonly Socket[] = [];

/** Without this, a turn of the event loop would read every connection on which something has arrived. */
export function stopReading(): void {
  if (stopped.length > 0) return;
  stopped = [...connections.keys()].filter((socket) => !socket.isPaused());
  for (const socket of stopped) socket.pause();
}

export function readAgain(): void {
  for (const socket of stopped) socket.resume();
  stopped = [];
  if (isNew) for (const [socket, hasWaiting] of connections) readInSlices(socket, hasWaiting);
  isNew = false;
}

/**
 * Bytes that Node reads at once before it is seen whether requests wait: a few requests. Reading 64 KB makes thousands of
 * requests, each of which takes some 4 KB, and time when it is made and when it is given up.
 */
const SLICE = 512;

/** Milliseconds in which connections are read in slices, which makes each request somewhat slower. */
const LASTS = 60_000;

let until = 0;
let isNew = false;

const sliced = new WeakSet<Socket>();

function readInSlices(socket: Socket, hasWaiting: HasWaiting): void {
  if (sliced.has(socket)) return;
  sliced.add(socket);
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
  // From the first other listener on, Node hands over what it reads.
  socket.on('data', (bytes: Buffer) => {
    let at = 0;
    for (; at < bytes.length && !hasWaiting(); at += SLICE) parse(bytes.subarray(at, at + SLICE));
    if (at >= bytes.length) return;
    // Node itself may have ended the pause in which requests wait.
    socket.pause();
    socket.unshift(bytes.subarray(at));
  });
  socket.removeListener('data', parse);
}

/** Reads all connections in slices for some time, because a client has sent many requests at once. */
export function readAllInSlices(): void {
  if (performance.now() >= until) {
    isNew = true;
    stopReading();
  }
  until = performance.now() + LASTS;
}

export function readInTurn(socket: Socket, hasWaiting: HasWaiting): void {
  connections.set(socket, hasWaiting);
  socket.once('close', () => connections.delete(socket));
  if (performance.now() < until) readInSlices(socket, hasWaiting);
}
