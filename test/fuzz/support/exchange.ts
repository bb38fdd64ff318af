import { connect } from 'node:net';

export interface Received {
  /** 0 where the server closed the connection without a word. */
  readonly status: number;
  /** Bytes of the whole answer. */
  readonly size: number;
  /** The first status line of a failure of the server in it, also of one in a batch. */
  readonly failure: string | undefined;
}

/** Milliseconds without a byte after which the server counts as stuck: more than it takes for what it gives up itself. */
const STUCK = 120_000;

const STATUS = /^HTTP\/1\.1 (\d{3})/;

/** That the server cannot do it now is documented, and says when to come again. */
const FAILURE = /^HTTP\/1\.1 5(?!03 Service Unavailable\r\n(?:[^\r\n]+\r\n)*?retry-after:)\d\d[^\r\n]*/im;

/** A status line that is cut by the end of a chunk begins in the last bytes of it. */
const OVERLAP = 400;

/**
 * Sends bytes on a connection of their own, and reads until the server closes it. Where less is sent than was
 * announced, the client ends its side, as a program that crashed would.
 */
export function exchange(url: string, bytes: Buffer, whole = true): Promise<Received> {
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
    socket.on('data', (chunk: Buffer) => {
      const text = rest + chunk.toString('latin1');
      if (size === 0) status = Number(STATUS.exec(text)?.[1] ?? 0);
      failure ??= FAILURE.exec(text)?.[0];
      rest = text.slice(-OVERLAP);
      size += chunk.length;
    });
    // A server that refuses a body closes before all of it was sent.
    socket.on('error', done);
    socket.on('close', done);
    socket.on('end', done);
    socket.write(bytes);
    if (!whole) socket.end();
  });
}
