import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '../conventions/index.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Bodies are kept as bytes, bounded, and parsed where a refusal can still echo the requestId. */
export function readBodiesAsBytes(instance: FastifyInstance): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

export const bodyBytes = ({ body }: FastifyRequest) => (body as Buffer | undefined)?.length ?? 0;

/** Undefined for an absent body. @throws StatusError MALFORMED_BODY */
export function parseBody(request: FastifyRequest): unknown {
  const bytes = request.body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw refusal('MALFORMED_BODY');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw refusal('MALFORMED_BODY');
  }
}

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
