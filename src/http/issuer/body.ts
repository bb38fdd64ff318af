import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parsedJson, refusal } from '../conventions/index.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Stands for every type that is refused. */
const OTHER_TYPE = 'application/octet-stream';

/** Bodies are kept as bytes, bounded, and parsed where a refusal can still echo the requestId. */
export function readBodiesAsBytes(instance: FastifyInstance): void {
  // Of a type that it cannot parse Fastify would not read the body.
  instance.addHook('onRequest', ({ headers }, _reply, done) => {
    const { 'content-type': type = 'application/json' } = headers;
    if (!JSON_TYPE.test(type)) headers['content-type'] = OTHER_TYPE;
    done();
  });
  instance.removeAllContentTypeParsers();
  // Fastify remembers the parser of a type that has a name, and parses the others anew for each request.
  for (const type of ['application/json', '*'])
    instance.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export const bodyBytes = ({ body }: FastifyRequest) => (body as Buffer | undefined)?.length ?? 0;

/** Undefined for an absent body. @throws StatusError MALFORMED_BODY */
export const parseBody = ({ body }: FastifyRequest) => parsedJson(body as Buffer | undefined);

/**
 * The type may be missing, its parameters do not matter; nothing has no type.
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
