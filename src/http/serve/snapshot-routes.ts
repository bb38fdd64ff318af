import { promisify } from 'node:util';
import { gunzip as gunzipOf } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag, mayGzip, parseEntityTags } from '../../conventions/index.ts';
import { appId } from '../../mediation/names.ts';
import type { AppSnapshots } from '../../mediation/serve/snapshots.ts';
import { JSON_TYPE, refusal } from '../conventions/index.ts';
import { type Admission, admit, servingKeyOf } from './admit.ts';

const gunzip = promisify(gunzipOf);

/** Caches serve an answer for a minute, look for a newer one in the background, and survive a week of outage. */
const CURRENT = {
  'content-type': JSON_TYPE,
  'cache-control': 'public, max-age=60, stale-while-revalidate=3600, stale-if-error=604800',
  vary: 'Accept-Encoding',
};

const IMMUTABLE = {
  'content-type': JSON_TYPE,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept-Encoding',
};

const COPY = /^([0-9a-f]{64})\.json$/;

/** Any client that accepts gzip gets it; caches need not tell clients apart by their names. */
function acceptsGzip({ headers }: FastifyRequest, size: number): boolean {
  const { 'accept-encoding': acceptEncoding } = headers;
  if (acceptEncoding === undefined) return false;
  return mayGzip({ acceptEncoding: String(acceptEncoding), userAgent: 'gzip', size });
}

const tagOf = (sha256: string) => `"sha256-${sha256}"`;

/** @throws StatusError INVALID_ENTITY_TAG */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const sent = headers['if-none-match'];
  if (sent === undefined || sent === tag) return sent === tag;
  const tags = parseEntityTags('If-None-Match', sent);
  return tags !== undefined && matchesTag(tags, tag);
}

/** JSON in both forms; the plain form is made only if somebody needs it. */
interface Packed {
  readonly plain: () => Buffer | string | Promise<Buffer>;
  readonly gzip: Uint8Array;
  readonly size: number;
}

async function answerJson(request: FastifyRequest, reply: FastifyReply, { plain, gzip, size }: Packed) {
  if (!acceptsGzip(request, size)) return reply.send(await plain());
  return reply.header('content-encoding', 'gzip').send(gzip);
}

/** The current snapshot of an app, and the copies of earlier ones by their hashes. */
export function snapshotRoutes(
  instance: FastifyInstance,
  { snapshots, ...admission }: Admission & { readonly snapshots: AppSnapshots },
): void {
  const onRequest = admit(admission, 'servePerAddress');

  instance.get(
    '/:key/apps/:file',
    { onRequest, config: { methodName: 'snapshot' } },
    async (request, reply) => {
      const { publisherId, appFragment } = servingKeyOf(request);
      const { file } = request.params as { readonly file: string };
      if (file !== `${appId(publisherId, appFragment)}.json`) throw refusal('ROUTE_NOT_FOUND');
      const found = await snapshots.current({ publisherId, appFragment });
      if (!found) throw refusal('ROUTE_NOT_FOUND');
      const { bytes, text = bytes, gzip, sha256 } = found;
      const tag = tagOf(sha256);
      reply.headers(CURRENT).header('etag', tag);
      if (isKnown(request, tag)) return reply.code(304).send();
      return answerJson(request, reply, { plain: () => text, gzip, size: bytes.length });
    },
  );

  instance.get(
    '/:key/snapshots/:file',
    { onRequest, config: { methodName: 'snapshotCopy' } },
    async (request, reply) => {
      const { publisherId, appFragment } = servingKeyOf(request);
      const { file } = request.params as { readonly file: string };
      const [, sha256] = COPY.exec(file) ?? [];
      if (sha256 === undefined) throw refusal('ROUTE_NOT_FOUND');
      const gzip = await snapshots.copy({ publisherId, appFragment, sha256 });
      if (!gzip) throw refusal('ROUTE_NOT_FOUND');
      const tag = tagOf(sha256);
      reply.headers(IMMUTABLE).header('etag', tag);
      if (isKnown(request, tag)) return reply.code(304).send();
      return answerJson(request, reply, { plain: () => gunzip(gzip), gzip, size: Number.POSITIVE_INFINITY });
    },
  );
}
