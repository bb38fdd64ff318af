import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parsedJson, refusal, repeatedMember, textOf } from '../conventions/index.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Stands for every refused media type. */
const OTHER_TYPE = 'application/octet-stream';

/**
 * Bodies are read as bytes, up to the limit. They are parsed where a refusal can still echo the requestId.
 */
export function readBodiesAsBytes(instance: FastifyInstance): void {
  // Fastify would not read a body with a media type that has no parser.
  instance.addHook('onRequest', ({ headers }, _reply, done) => {
    const { 'content-type': type = 'application/json' } = headers;
    if (!JSON_TYPE.test(type)) headers['content-type'] = OTHER_TYPE;
    done();
  });
  instance.removeAllContentTypeParsers();
  // Fastify caches the parser of a type that has a name; for other types it searches again for each request.
  for (const type of ['application/json', '*'])
    instance.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * Maximum number of bytes that are read for an unauthenticated caller, enough to echo the requestId of most
 * requests.
 */
const MOST_UNADMITTED = 16 * 1024;

const unadmitted = new WeakMap<FastifyRequest, Buffer>();

/** Reads a small body of an unauthenticated caller; a larger one is ignored. */
export function readUnadmitted(request: FastifyRequest): Promise<void> {
  const { raw, headers } = request;
  // After the caller has disconnected, no further event is emitted.
  if (raw.destroyed || Number(headers['content-length'] ?? 0) > MOST_UNADMITTED) return Promise.resolve();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    raw.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_UNADMITTED) chunks.push(chunk);
      else resolve();
    });
    raw.on('end', () => {
      if (size <= MOST_UNADMITTED) unadmitted.set(request, Buffer.concat(chunks));
      resolve();
    });
    for (const event of ['error', 'close']) raw.on(event, () => resolve());
  });
}

const NO_BYTES = Buffer.alloc(0);

const bytesOf = (request: FastifyRequest) => unadmitted.get(request) ?? (request.body as Buffer | undefined);

export const bodyBytes = (request: FastifyRequest) => bytesOf(request)?.length ?? 0;

const parsed = new WeakMap<FastifyRequest, () => unknown>();

/** Runs the work once. Later calls return the same result or throw the same error. */
function outcomeOf(work: () => unknown): () => unknown {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * The parsed body; undefined if it is absent. It is parsed only once. Repeated members are accepted here, so
 * that their refusal can echo the requestId. @throws StatusError MALFORMED_BODY, TOO_MANY_VALUES
 */
export function parseBody(request: FastifyRequest): unknown {
  const outcome = parsed.get(request) ?? outcomeOf(() => parsedJson(bytesOf(request), JSON.parse));
  parsed.set(request, outcome);
  return outcome();
}

/** Checks a parsed body for repeated members. @throws StatusError REPEATED_MEMBER */
export function refuseRepeatedMembers(request: FastifyRequest): void {
  const problem = repeatedMember(textOf(bytesOf(request) ?? NO_BYTES) ?? '');
  if (problem) throw problem;
}

/**
 * The media type may be missing, and its parameters are ignored.
 * @throws StatusError UNSUPPORTED_MEDIA_TYPE, UNSUPPORTED_CONTENT_ENCODING
 */
export function checkMediaType({ headers, body }: FastifyRequest): void {
  if (body === undefined || (body as Buffer).length === 0) return;
  const type = headers['content-type'];
  if (type !== undefined && !JSON_TYPE.test(type)) throw refusal('UNSUPPORTED_MEDIA_TYPE');
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw refusal('UNSUPPORTED_CONTENT_ENCODING');
}
