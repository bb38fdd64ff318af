import { METHODS } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MIMEType } from 'node:util';
import { invalidArgument } from '../../../conventions/index.ts';
import { originForm } from '../../conventions/rewrite-url.ts';
import { type Flaw, isBoundary, MOST_HEAD_BYTES, MOST_HEAD_LINES, partsOf, sectionOf } from './multipart.ts';

/** Client libraries have the same limit. */
const MOST_PARTS = 1000;

/** One request of a batch. */
export interface BatchedRequest {
  /** The id that its answer repeats. */
  readonly contentId: string | undefined;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
}

function malformed(problem: string, part?: number): Error {
  const place = part === undefined ? 'The batch' : `Part ${part} of the batch`;
  return invalidArgument('MALFORMED_BATCH', `${place} ${problem}.`);
}

/** The time that Node needs to parse a media type grows with the square of its length. */
const LONGEST_TYPE = 256;

function mimeType(text = ''): MIMEType | undefined {
  try {
    return text.length > LONGEST_TYPE ? undefined : new MIMEType(text);
  } catch {
    return undefined;
  }
}

function boundaryOf(contentType: string | undefined): string {
  const type = mimeType(contentType);
  if (type?.essence !== 'multipart/mixed') throw malformed('needs the content type multipart/mixed');
  const boundary = type.params.get('boundary') ?? '';
  if (!isBoundary(boundary)) throw malformed('needs a boundary of at most 70 characters in its content type');
  return boundary;
}

/** The version is optional, because examples of similar interfaces omit it. */
const REQUEST_LINE = /^([A-Z]+) (\S+)(?: HTTP\/1\.[01])?$/;

/**
 * Headers that apply to the batch as a whole. Clients prepare each request as if it were sent alone. But its
 * answer must not be compressed inside another one, and its length may have been counted in characters.
 */
const OF_TRANSPORT = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Only visible ASCII of limited length, because the answer repeats it. */
const CONTENT_ID = /^[\x20-\x7e]{1,512}$/;

/** The address to dispatch to, with dot segments resolved. */
function addressOf(target: string): string | undefined {
  const path = originForm(target);
  const url = path.startsWith('/') ? URL.parse(`http://localhost${path}`) : null;
  return url === null ? undefined : `${url.pathname}${url.search}`;
}

const FLAWS: Readonly<Record<Flaw, string>> = {
  NOT_A_HEADER: 'has a line that is not a header',
  HEAD_TOO_LARGE: `has more than ${MOST_HEAD_LINES} lines or ${MOST_HEAD_BYTES} bytes of headers`,
};

function requestOf(bytes: Buffer, part: number): BatchedRequest {
  const outer = sectionOf(bytes, false);
  if (typeof outer === 'string') throw malformed(FLAWS[outer], part);
  const { headers: about, content } = outer;
  if (mimeType(about.get('content-type'))?.essence !== 'application/http')
    throw malformed('needs the content type application/http', part);
  if (!/^(?:7bit|8bit|binary)?$/i.test(about.get('content-transfer-encoding') ?? ''))
    throw malformed('has a Content-Transfer-Encoding other than binary', part);
  const contentId = about.get('content-id');
  if (contentId !== undefined && !CONTENT_ID.test(contentId))
    throw malformed('needs a Content-ID of at most 512 ASCII characters', part);
  const inner = sectionOf(content, true);
  if (typeof inner === 'string') throw malformed(FLAWS[inner], part);
  const [, method = '', target = ''] = REQUEST_LINE.exec(inner.firstLine) ?? [];
  const url = addressOf(target);
  if (url === undefined || !METHODS.includes(method)) throw malformed('is not an HTTP request', part);
  const headers = [...inner.headers].filter(([name]) => !OF_TRANSPORT.has(name));
  return { contentId, method, url, headers: Object.fromEntries(headers), payload: inner.content };
}

/**
 * Parses all requests of a batch before any is executed, and lets other requests run in between. Throws
 * MALFORMED_BATCH.
 */
export async function batchedRequests(
  contentType: string | undefined,
  body: Buffer,
): Promise<readonly BatchedRequest[]> {
  const parts = partsOf(body, boundaryOf(contentType), MOST_PARTS);
  if (!parts) throw malformed('does not end with its boundary');
  if (parts.length === 0) throw malformed('has no parts');
  if (parts.length > MOST_PARTS) throw malformed(`has more than ${MOST_PARTS} parts`);
  const requests: BatchedRequest[] = [];
  for (const [index, part] of parts.entries()) {
    await nextTurn();
    requests.push(requestOf(part, index + 1));
  }
  return requests;
}
