import { connect } from 'node:net';

export interface Received {
  /** The HTTP status; 0 if the server closed the connection without an answer. */
  readonly status: number;
  /** Bytes of the whole answer. */
  readonly size: number;
  /** The first status line of a server failure in the answer or in a batch. */
  readonly failure: string | undefined;
}

/**
 * After this time without a byte, in milliseconds, the server counts as stuck. It is longer than the timeouts
 * of the server.
 */
const STUCK = 120_000;

const STATUS = /^HTTP\/1\.1 (\d{3})/;

/** An answer that the server is unavailable is documented, and says when to try again. */
const FAILURE = /^HTTP\/1\.1 5(?!03 Service Unavailable\r\n(?:[^\r\n]+\r\n)*?retry-after:)\d\d[^\r\n]*/im;

/** A status line that was cut at the end of a chunk begins in its last bytes. */
const OVERLAP = 400;

/** For how long a client that reads nothing keeps its connection, in milliseconds. */
const UNREAD = 300;

interface Manner {
  /** Whether all announced bytes are sent. If not, the client ends its side, like a program that crashed. */
  readonly isWhole?: boolean;
  readonly isUnread?: boolean | undefined;
}

/** Sends bytes on a new connection and reads until the server closes it. */
export function exchange(
  url: string,
  bytes: Buffer,
  { isWhole = true, isUnread = false }: Manner = {},
): Promise<Received> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let size = 0;
    let status = 0;
    let failure: string | undefined;
    let rest = '';
    const done = () => {
      socket.destroy();
      resolve({ status, size, failure });
    };
    socket.setTimeout(STUCK, () => {
      socket.destroy();
      reject(new Error(`no answer in ${STUCK / 1000} s`));
    });
    const read = (chunk: Buffer) => {
      const text = rest + chunk.toString('latin1');
      if (size === 0) status = Number(STATUS.exec(text)?.[1] ?? 0);
      failure ??= FAILURE.exec(text)?.[0];
      rest = text.slice(-OVERLAP);
      size += chunk.length;
    };
    if (isUnread) setTimeout(done, UNREAD);
    else socket.on('data', read);
    // A server that refuses a body may close the connection before all of it was sent.
    socket.on('error', done);
    socket.on('close', done);
    socket.on('end', done);
    socket.write(bytes);
    if (!isWhole) socket.end();
  });
}
