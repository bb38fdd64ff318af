import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { StatusError } from '../../conventions/status.ts';
import { type HttpRefusal, type ReadyAnswer, refusal } from '../conventions/index.ts';
import { endAndReadOn } from './close.ts';
import { Exchanges } from './exchanges.ts';

/** Refusals of requests that Node cannot parse, by error code. */
const REFUSAL_OF_CODE: Readonly<Record<string, HttpRefusal>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** TLS error codes of Node and OpenSSL. */
const HANDSHAKE_FAILURE = /^ERR_(SSL|TLS)_/;

interface ClientError extends Error {
  readonly code?: string;
  /** The last bytes that were read. They include the request line unless it came in an earlier packet. */
  readonly rawPacket?: unknown;
}

const REQUEST_LINE = /^[!-~]+ (\/[!-~]*)/;

/**
 * If a route waits for the rest of the request, lets this route answer. Returns false if no route waits on
 * this connection.
 */
function refusedByRoute(socket: Socket, refused: StatusError): boolean {
  const { open } = Exchanges.of(socket);
  if (open === undefined || open.req.complete) return false;
  // The request was already refused after its head.
  if (open.headersSent) socket.destroy();
  else if (open.req.listenerCount('error') === 0) return false;
  else {
    open.shouldKeepAlive = false;
    open.req.emit('error', refused);
  }
  return true;
}

function targetOf(packet: unknown): string {
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 256) : '';
  return REQUEST_LINE.exec(start)?.[1] ?? '/';
}

function write(socket: Socket, { status, headers, text }: ReadyAnswer): void {
  const fields = {
    ...headers,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  if (socket.writable) socket.write(`${head}\r\n\r\n${text}`);
}

/** Answers directly on the socket, because Node made no request object. */
export function clientErrorHandler(answer: (url: string, error: unknown) => ReadyAnswer) {
  /**
   * Connections that will be closed after the answer. Node reports an error for each further packet on them.
   */
  const ending = new WeakSet<Socket>();
  return (error: ClientError, socket: Socket): void => {
    const { code = '', rawPacket } = error;
    if (code === 'ECONNRESET' || socket.destroyed || ending.has(socket)) return;
    // Without a handshake no answer can be sent.
    if (HANDSHAKE_FAILURE.test(code)) {
      socket.destroy();
      return;
    }
    const refused = refusal(REFUSAL_OF_CODE[code] ?? 'MALFORMED_REQUEST');
    if (refused.reason === 'REQUEST_TIMEOUT' && refusedByRoute(socket, refused)) return;
    ending.add(socket);
    Exchanges.of(socket).refuse((open) => {
      if (socket.destroyed) return;
      // A request that was answered after its head gets no second answer.
      if (open?.writableFinished) socket.destroy();
      else if (open?.headersSent) open.once('close', () => socket.destroy());
      else {
        write(socket, answer(targetOf(rawPacket), refused));
        endAndReadOn(socket);
      }
    });
  };
}
