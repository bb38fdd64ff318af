import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { StatusError } from '../../conventions/status.ts';
import type { ReadyAnswer } from './envelope.ts';
import { type HttpRefusal, refusal } from './refusals.ts';

/** What Node could not read as a request, by its error codes. */
const REFUSAL_OF_CODE: Readonly<Record<string, HttpRefusal>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Error codes of TLS that Node and OpenSSL have. */
const HANDSHAKE_FAILURE = /^ERR_(SSL|TLS)_/;

interface ClientError extends Error {
  readonly code?: string;
  /** The bytes that were read last; the request line is in them unless it came apart from what is wrong. */
  readonly rawPacket?: unknown;
}

const REQUEST_LINE = /^[!-~]+ (\/[!-~]*)/;

/** The exchange of a connection whose request has not arrived as a whole or is not answered. */
const exchanges = new WeakMap<object, ServerResponse>();

/** Remembers the exchange until its request is whole and its answer is sent: idle connections keep nothing. */
export function noteExchange(response: ServerResponse): void {
  const { req } = response;
  const { socket } = req;
  exchanges.set(socket, response);
  response.once('close', () => {
    if (req.complete && exchanges.get(socket) === response) exchanges.delete(socket);
  });
}

/** Lets the route that waits for the rest of a request answer; false where no route waits on this connection. */
function refusedByRoute(socket: Socket, refused: StatusError): boolean {
  const response = exchanges.get(socket);
  if (response === undefined || response.req.complete) return false;
  // By its head alone it was refused before.
  if (response.headersSent) socket.destroy();
  else if (response.req.listenerCount('error') === 0) return false;
  else {
    response.shouldKeepAlive = false;
    response.req.emit('error', refused);
  }
  return true;
}

/**
 * Refuses what could not be read in its turn: requests before it on the connection are answered first (RFC 9112 9.3.2),
 * and a request that was answered by its head alone gets no second answer.
 */
function inTurn(socket: Socket, refuse: () => void): void {
  const response = exchanges.get(socket);
  if (response === undefined) refuse();
  else if (response.req.complete) response.once('close', refuse);
  else if (response.writableFinished) socket.destroy();
  else if (response.socket === null) response.once('socket', () => inTurn(socket, refuse));
  else if (!response.headersSent) refuse();
  else response.once('close', () => socket.destroy());
}

function targetOf(packet: unknown): string {
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 256) : '';
  return REQUEST_LINE.exec(start)?.[1] ?? '/';
}

/** Answers on the socket itself: there is no request that could be answered. */
export function clientErrorHandler(answer: (url: string, error: unknown) => ReadyAnswer) {
  /** Connections that are closed once they are answered: Node complains about each further packet. */
  const ending = new WeakSet<Socket>();
  return (error: ClientError, socket: Socket): void => {
    const { code = '', rawPacket } = error;
    if (code === 'ECONNRESET' || socket.destroyed || ending.has(socket)) return;
    // No answer can be sent where the handshake came to nothing.
    if (HANDSHAKE_FAILURE.test(code)) {
      socket.destroy();
      return;
    }
    const refused = refusal(REFUSAL_OF_CODE[code] ?? 'MALFORMED_REQUEST');
    if (refused.reason === 'REQUEST_TIMEOUT' && refusedByRoute(socket, refused)) return;
    ending.add(socket);
    inTurn(socket, () => {
      if (socket.destroyed) return;
      const { status, headers, text } = answer(targetOf(rawPacket), refused);
      const fields = { ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
      if (socket.writable) socket.write(`${head}\r\n\r\n${text}`);
      socket.destroy(error);
    });
  };
}
