import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gunzip as gunzipOf } from 'node:zlib';
import { matchesTag, mayGzip, parseEntityTags } from '../../conventions/index.ts';
import type { SnapshotCopy } from '../../mediation/ports/serving.ts';
import type { AppSnapshot } from '../../mediation/serve/snapshots.ts';
import { JSON_TYPE } from '../conventions/index.ts';
import type { ServeAnswer } from './answer.ts';
import { OPEN } from './cors.ts';

const gunzip = promisify(gunzipOf);

/** Caches serve an answer for a minute, look for a newer one in the background, and survive a week of outage. */
const CURRENT = 'public, max-age=60, stale-while-revalidate=3600, stale-if-error=604800';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Longest JSON that is kept as a text. */
const LONGEST_TEXT = 65_536;

/** A snapshot in the forms that clients ask for. */
interface SnapshotAnswers {
  readonly tag: string;
  /** For a client that has the snapshot. */
  readonly known: ServeAnswer;
  readonly plain: ServeAnswer;
  readonly gzip: ServeAnswer;
  /** Bytes of the plain form. */
  readonly size: number;
}

const tagOf = (sha256: string) => `"sha256-${sha256}"`;

function headersOf(sha256: string, cacheControl: string): readonly string[] {
  const own = {
    'content-type': JSON_TYPE,
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
    etag: tagOf(sha256),
    ...OPEN,
  };
  return Object.entries(own).flat();
}

const PACKED = ['content-encoding', 'gzip'];

const sized = (headers: readonly string[], bytes: Buffer): ServeAnswer => ({
  status: 200,
  headers: [...headers, 'content-length', String(bytes.length)],
  body: bytes.length > LONGEST_TEXT ? bytes : bytes.toString('latin1'),
});

function prepared({ sha256, bytes, gzip }: AppSnapshot): SnapshotAnswers {
  const headers = headersOf(sha256, CURRENT);
  return {
    tag: tagOf(sha256),
    known: { status: 304, headers, body: '' },
    plain: sized(headers, bytes),
    gzip: sized([...headers, ...PACKED], gzip),
    size: bytes.length,
  };
}

/** Any client that accepts gzip gets it; caches need not tell clients apart by their names. */
function acceptsGzip({ 'accept-encoding': accepted }: IncomingHttpHeaders, size: number): boolean {
  if (accepted === undefined) return false;
  return mayGzip({ acceptEncoding: String(accepted), userAgent: 'gzip', size });
}

/** @throws StatusError INVALID_ENTITY_TAG */
function isKnown({ 'if-none-match': sent }: IncomingHttpHeaders, tag: string): boolean {
  if (sent === undefined || sent === tag) return sent === tag;
  const tags = parseEntityTags('If-None-Match', sent);
  return tags !== undefined && matchesTag(tags, tag);
}

const answers = new WeakMap<AppSnapshot, SnapshotAnswers>();

function answersOf(snapshot: AppSnapshot): SnapshotAnswers {
  let found = answers.get(snapshot);
  if (!found) {
    found = prepared(snapshot);
    answers.set(snapshot, found);
  }
  return found;
}

/** The answer to a request for the current snapshot. @throws StatusError INVALID_ENTITY_TAG */
export function snapshotAnswer(snapshot: AppSnapshot, headers: IncomingHttpHeaders): ServeAnswer {
  const { tag, known, plain, gzip, size } = answersOf(snapshot);
  if (isKnown(headers, tag)) return known;
  return acceptsGzip(headers, size) ? gzip : plain;
}

/** The answer to a request for a copy, which is stored compressed. @throws StatusError INVALID_ENTITY_TAG */
export async function copyAnswer(
  { sha256, content }: Pick<SnapshotCopy, 'sha256' | 'content'>,
  headers: IncomingHttpHeaders,
): Promise<ServeAnswer> {
  const own = headersOf(sha256, IMMUTABLE);
  if (isKnown(headers, tagOf(sha256))) return { status: 304, headers: own, body: '' };
  if (acceptsGzip(headers, Number.POSITIVE_INFINITY)) return sized([...own, ...PACKED], Buffer.from(content));
  return sized(own, await gunzip(content));
}
