import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { fieldsParameter, parseQuery, type Query, StatusError } from '../../conventions/index.ts';
import { decodedBody } from './body.ts';
import { refusal } from './refusals.ts';
import { overrideOf } from './rewrite-url.ts';

const NONE: Query = new Map();

/** Parameters of the URL only. */
export function urlQuery(url: string): Query {
  const start = url.indexOf('?');
  return start < 0 ? NONE : parseQuery(url.slice(start + 1));
}

/** Reads a body that the router has left unread. @throws StatusError BODY_TOO_LARGE */
async function bytesOf({ raw, routeOptions: { bodyLimit } }: FastifyRequest): Promise<Buffer> {
  if (Number(raw.headers['content-length']) > bodyLimit) throw refusal('BODY_TOO_LARGE');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyLimit) throw refusal('BODY_TOO_LARGE');
      chunks.push(chunk);
    }
  } finally {
    // Some clients read the answer only after they have sent the whole body.
    raw.resume();
  }
  return Buffer.concat(chunks);
}

/** A form only replaces a URL that would be too long, and methods have fewer than 20 parameters. */
const MOST_PARAMETERS = 1000;

const AMPERSAND = 0x26;

/** @throws StatusError TOO_MANY_PARAMETERS */
function checkCount(form: Buffer): void {
  let count = 1;
  for (let at = form.indexOf(AMPERSAND); at >= 0; at = form.indexOf(AMPERSAND, at + 1)) {
    count += 1;
    if (count > MOST_PARAMETERS) throw refusal('TOO_MANY_PARAMETERS');
  }
}

async function readForm(request: FastifyRequest): Promise<Query> {
  try {
    const body = await decodedBody(request, await bytesOf(request));
    checkCount(body);
    return parseQuery(body.toString('utf8'));
  } catch (error) {
    throw error instanceof StatusError ? error : refusal('BODY_CUT_OFF');
  }
}

const forms = new WeakMap<IncomingMessage, Promise<Query>>();

/** The form of a request. Cached, because a body can be read only once. */
function formOf(request: FastifyRequest): Promise<Query> {
  const form = forms.get(request.raw) ?? readForm(request);
  forms.set(request.raw, form);
  return form;
}

/**
 * All parameters: those of the URL and, if a GET with a long query was sent as POST, those of the form.
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

/**
 * The parameters of the query, and those of a form that the handler has read. It reads nothing itself, because the body of a
 * caller who is not admitted is not read.
 */
export const knownQuery = (request: FastifyRequest): Query | Promise<Query> =>
  forms.has(request.raw) ? queryOf(request) : urlQuery(request.url);

/** Names of the mask of a partial response. */
export const FIELDS: readonly string[] = ['fields', '$fields'];

/** The mask as sent. @throws StatusError INVALID_SYSTEM_PARAMETER if there are two different ones */
export const fieldsOf = (query: Query, { headers }: FastifyRequest): string | undefined =>
  fieldsParameter(query, (name) => headers[name]?.toString());

/** The mask as sent, or the first of several. For requests whose system parameters are checked separately. */
export function anyFields(query: Query, { headers }: FastifyRequest): string | undefined {
  const sent = FIELDS.flatMap((name) => query.get(name) ?? []);
  return sent[0] ?? headers['x-goog-fieldmask']?.toString();
}
