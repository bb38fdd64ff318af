import type { FastifyRequest } from 'fastify';
import { parseQuery, type Query } from '../../conventions/index.ts';
import { decodedBody } from './body.ts';
import { refusal } from './refusals.ts';
import { overrideOf } from './rewrite-url.ts';

const NONE: Query = new Map();

/** Parameters of the URL alone. */
export function urlQuery(url: string): Query {
  const start = url.indexOf('?');
  return start < 0 ? NONE : parseQuery(url.slice(start + 1));
}

/** The body of a GET, which the router leaves unread. */
async function formOf(request: FastifyRequest): Promise<Query> {
  const { raw, routeOptions } = request;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > routeOptions.bodyLimit) throw refusal('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  return parseQuery(decodedBody(request, Buffer.concat(chunks)).toString('utf8'));
}

/**
 * All parameters: of the URL, and of the form that a GET too long for one was sent as.
 * @throws StatusError BODY_TOO_LARGE, UNSUPPORTED_CONTENT_ENCODING
 */
export function queryOf(request: FastifyRequest): Query | Promise<Query> {
  const ofUrl = urlQuery(request.url);
  if (overrideOf(request.raw)?.queryInBody !== true) return ofUrl;
  return formOf(request).then((form) => {
    const all = new Map(ofUrl);
    for (const [name, values] of form) all.set(name, [...(all.get(name) ?? []), ...values]);
    return all;
  });
}
