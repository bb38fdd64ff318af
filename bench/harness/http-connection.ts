import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** The status line and the headers. */
  readonly head: readonly string[];
  readonly body: Buffer;
}

/** A request in the bytes that are sent over the socket. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function wireOf({ method, path, headers, body = '' }: RawRequest): Buffer {
  const sized = body === '' ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: '127.0.0.1', ...sized }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

export const statusOf = (head: string): number => Number(head.split(' ', 2)[1]);

/** The answer; undefined while it is incomplete. */
function whole(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  // An answer with 304 has no body, and no length of one (RFC 9110 8.6).
  const length = statusOf(head) === 304 ? '0' : /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('an answer without Content-Length');
  const body = bytes.subarray(end + END_OF_HEAD.length);
  return body.length < Number(length) ? undefined : { head: head.split('\r\n'), body };
}

/** A kept-alive connection that sends one request at a time. */
export interface HttpConnection {
  exchange(request: Buffer): Promise<RawAnswer>;
  /** Like `exchange`, but rejects unless the status is 200 or 304. */
  ok(request: Buffer): Promise<RawAnswer>;
  close(): void;
}

function exchangeOn(socket: Socket, request: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const settle = (settled: () => void) => {
      socket.off('data', read).off('close', lost);
      settled();
    };
    const lost = () => settle(() => reject(new Error('the server closed the connection')));
    const read = (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      try {
        const answer = whole(bytes);
        if (answer) settle(() => resolve(answer));
      } catch (error) {
        settle(() => reject(error));
      }
    };
    if (socket.destroyed) return lost();
    socket.on('data', read).on('close', lost);
    socket.write(request);
  });
}

async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  // Reading the socket is the only way to notice that the server closed it.
  return socket.on('error', () => {}).resume();
}

const isOk = ({ head: [first = ''] }: RawAnswer) => [200, 304].includes(statusOf(first));

/** Opens a connection, and opens a new one if the server closed it for being idle. */
export async function openConnection(url: string): Promise<HttpConnection> {
  let socket = await connected(url);
  const exchange = async (request: Buffer) => {
    if (socket.destroyed) socket = await connected(url);
    return exchangeOn(socket, request);
  };
  return {
    exchange,
    async ok(request) {
      const answer = await exchange(request);
      if (isOk(answer)) return answer;
      throw new Error(`${answer.head[0]}: ${answer.body}`);
    },
    close: () => socket.destroy(),
  };
}

export const openConnections = (url: string, count: number): Promise<readonly HttpConnection[]> =>
  Promise.all(Array.from({ length: count }, () => openConnection(url)));

/** Sends one request on a new connection; rejects unless the status is 200 or 304. */
export async function exchangeOnce(url: string, request: RawRequest): Promise<RawAnswer> {
  const connection = await openConnection(url);
  try {
    return await connection.ok(wireOf(request));
  } finally {
    connection.close();
  }
}
