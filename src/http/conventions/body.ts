import { isAscii, isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nextTurn } from '../../conventions/event-loop-turns.ts';
import { checkMembers, hasFewValues, parseStrictJson, type StatusError } from '../../conventions/index.ts';
import { jsonRefusal, refusal } from './refusals.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of values in a body, if it is not that of all routes. */
    mostValues?: number;
  }
  interface FastifyInstance {
    /** Whether request bodies may be compressed with gzip. */
    gzipBodies: boolean;
  }
}

const inflate = promisify(gunzip) as (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

/** Inflates asynchronously, up to the size limit of bodies. */
async function inflated(bytes: Buffer, maxOutputLength: number): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength });
  } catch (error) {
    throw refusal(
      (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'BODY_TOO_LARGE' : 'MALFORMED_GZIP',
    );
  }
}

/** The names of gzip as a content coding (RFC 9110 8.4.1.3). */
const GZIP: ReadonlySet<string> = new Set(['gzip', 'x-gzip']);

/**
 * A body after decoding its Content-Encoding. @throws StatusError UNSUPPORTED_CONTENT_ENCODING,
 * BODY_TOO_LARGE, MALFORMED_GZIP
 */
export async function decodedBody(
  { headers, server, routeOptions }: FastifyRequest,
  bytes: Buffer,
): Promise<Buffer> {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  if (!GZIP.has(encoding) || !server.gzipBodies) throw refusal('UNSUPPORTED_CONTENT_ENCODING');
  return inflated(bytes, routeOptions.bodyLimit);
}

/** Reads bodies as bytes, up to the limit. They are parsed together with the rest of the request. */
export function readBodiesAsBytes(instance: FastifyInstance, gzipBodies: boolean): void {
  instance.decorate('gzipBodies', gzipBodies);
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const bytes = await decodedBody(request, body);
    await decodeInTurns(bytes, request.headers['content-type']);
    return bytes;
  });
}

/** Media types of a body by method; a missing type counts as JSON. */
const JSON_TYPES: readonly string[] = ['application/json'];
const PATCH_TYPES: readonly string[] = ['application/json', 'application/merge-patch+json'];

/** The type without its parameters. */
const mediaType = (contentType: string) => contentType.split(';', 1)[0]!.trim().toLowerCase();

/** The refusal of JSON with a repeated member; null if there is none. */
export function repeatedMember(json: string): StatusError | null {
  try {
    checkMembers(json);
    return null;
  } catch (error) {
    return jsonRefusal(error);
  }
}

/** Bytes of a body from which each copy takes milliseconds, because its memory is new. */
const LARGE_BODY = 512 * 1024;

/** Texts of large bodies; undefined if they are not UTF-8. */
const decoded = new WeakMap<Buffer, string | undefined>();

function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** The text of bytes; undefined if they are not UTF-8. Most bodies are ASCII, which is read in half of the time. */
export const textOf = (bytes: Buffer): string | undefined =>
  (bytes.length > LARGE_BODY ? decoded.get(bytes) : undefined) ?? decode(bytes);

/**
 * Decodes a large body of JSON in a turn of its own: in the turn before, its parts were joined, in the next one it is
 * parsed. {@link textOf} then has its text. Returns whether the body is large.
 */
export async function decodeInTurns(bytes: Buffer | undefined, type = JSON_TYPES[0]!): Promise<boolean> {
  if (bytes === undefined || bytes.length <= LARGE_BODY) return false;
  await nextTurn();
  if (!PATCH_TYPES.includes(mediaType(type))) return true;
  decoded.set(bytes, decode(bytes));
  await nextTurn();
  return true;
}

/**
 * The JSON of a body; undefined without a body. `most` values are accepted. @throws StatusError MALFORMED_BODY, TOO_MANY_VALUES, and
 * REPEATED_MEMBER unless `parse` is lenient
 */
export function parsedJson(
  bytes: Buffer | undefined,
  parse: (json: string) => unknown = parseStrictJson,
  most?: number,
): unknown {
  if (bytes === undefined || bytes.length === 0) return undefined;
  const text = textOf(bytes);
  if (text === undefined) throw refusal('MALFORMED_BODY');
  if (!hasFewValues(bytes, most)) throw refusal('TOO_MANY_VALUES');
  try {
    return parse(text);
  } catch (error) {
    throw jsonRefusal(error);
  }
}

/**
 * The parsed body; undefined without a body. @throws StatusError UNSUPPORTED_MEDIA_TYPE, MALFORMED_BODY,
 * REPEATED_MEMBER
 */
export function jsonBody({ body, headers, method, routeOptions }: FastifyRequest): unknown {
  const bytes = body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) return undefined;
  const { 'content-type': type } = headers;
  const accepted = method === 'PATCH' ? PATCH_TYPES : JSON_TYPES;
  if (type !== undefined && !accepted.includes(mediaType(type))) throw refusal('UNSUPPORTED_MEDIA_TYPE');
  return parsedJson(bytes, parseStrictJson, routeOptions.config.mostValues);
}

/**
 * Call this after each await that precedes reading the body. If the request was cut off in the meantime, it
 * emits no more events, so it would never be answered or logged. @throws StatusError BODY_CUT_OFF
 */
export function refuseCutOff({ raw }: FastifyRequest): void {
  if (raw.destroyed && !raw.complete) throw refusal('BODY_CUT_OFF');
}
