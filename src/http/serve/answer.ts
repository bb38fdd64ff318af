import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** An answer in the form in which it is sent. */
export interface ServeAnswer {
  readonly status: 200 | 304;
  /** Names and values in turn, with the length of the body. */
  readonly headers: readonly string[];
  /** In a text, each character is a byte. Node sends a text together with the headers, so short bodies are texts. */
  readonly body: string | Uint8Array;
}

export function sendAnswer(reply: FastifyReply, { status, headers, body }: ServeAnswer): FastifyReply {
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1]);
  reply.code(status);
  // Fastify would give an empty text a length, which 304 must not have (RFC 9110 8.6).
  if (status === 304) return reply.send();
  return reply.send(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
}

/** Sends an answer without Fastify. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: ServeAnswer): void {
  response.writeHead(status, headers as string[]);
  if (status === 304) response.end();
  else if (typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
}
