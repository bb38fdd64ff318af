import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { StatusError } from '../../conventions/status.ts';
import { type HttpRefusal, httpRefusalOf, refusal } from './refusals.ts';
import { originForm } from './rewrite-url.ts';
import { statusAnswer } from './status-answer.ts';

/** A complete answer. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** How an interface refuses requests under its prefix that match none of its routes. */
export interface Envelope {
  /** The prefix of its paths. */
  readonly prefix: string;
  refuse(reason: HttpRefusal): ReadyAnswer;
}

/** For paths that belong to no interface. */
const PLAIN: Envelope = { prefix: '/', refuse: (reason) => statusAnswer(refusal(reason)) };

/** Formats an error for the interface that the address belongs to. */
export function answerIn(envelopes: readonly Envelope[]) {
  return (url: string, error: unknown): ReadyAnswer => {
    const reason = httpRefusalOf(error);
    if (reason === undefined) return statusAnswer(error);
    const path = originForm(url);
    return (envelopes.find(({ prefix }) => path.startsWith(prefix)) ?? PLAIN).refuse(reason);
  };
}

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

/** The exchange of each connection whose request is incomplete or not answered. */
const exchanges = new WeakMap<object, ServerResponse>();

/** Remembers the exchange until its request is complete and answered. Idle connections have no exchange. */
export function noteExchange(response: ServerResponse): void {
  const { req } = response;
  const { socket } = req;
  exchanges.set(socket, response);
  response.once('close', () => {
    if (req.complete && exchanges.get(socket) === response) exchanges.delete(socket);
  });
}

/**
 * If a route waits for the rest of the request, lets this route answer. Returns false if no route waits on
 * this connection.
 */
function refusedByRoute(socket: Socket, refused: StatusError): boolean {
  const response = exchanges.get(socket);
  if (response === undefined || response.req.complete) return false;
  // The request was already refused after its head.
  if (response.headersSent) socket.destroy();
  else if (response.req.listenerCount('error') === 0) return false;
  else {
    response.shouldKeepAlive = false;
    response.req.emit('error', refused);
  }
  return true;
}

/**
 * Refuses in order: earlier requests on the connection are answered first (RFC 9112 9.3.2), and a request
 * that was already answered after its head gets no second answer.
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
