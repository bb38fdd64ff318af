import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type HttpRefusal, refusal } from './refusals.ts';
import { statusAnswer } from './status-answer.ts';

/** What Node could not read as a request, by its error codes. */
const REFUSAL_OF_CODE: Readonly<Record<string, HttpRefusal>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Answers on the socket itself: there is no request that could be answered. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  const { code = '' } = error;
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const { status, headers, text } = statusAnswer(refusal(REFUSAL_OF_CODE[code] ?? 'MALFORMED_REQUEST'));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${headers['content-type']}`,
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroy(error);
}
