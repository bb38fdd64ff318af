import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { invalidArgument } from './refusal.ts';
import type { StatusError } from './status.ts';
import { jsonOrUndefined } from './strict-json.ts';

interface PageSizes {
  readonly standard: number;
  readonly most: number;
}

/** AIP-158: absent or 0 means the default size, larger sizes are reduced to the maximum, negative sizes are refused. */
export function pageSizeOf(sent: number | undefined, { standard, most }: PageSizes): number {
  if (sent === undefined || sent === 0) return standard;
  if (sent > 0) return Math.min(sent, most);
  const text = 'The page size is negative.';
  throw invalidArgument('INVALID_PAGE_SIZE', text, [{ field: 'page_size', description: text }]);
}

/** All arguments that select or sort the items of the list, so not `pageSize`. */
export type PageArguments = Readonly<Record<string, string | undefined>>;

/** Position of the next page: the sort key of the last returned item. */
export type PageCursor = readonly string[];

const VERSION = 1;
const MAX_LENGTH = 4096;

/** An absent argument and an empty one are the same request. */
function digest(args: PageArguments, cursor: PageCursor): string {
  const sent = Object.entries(args).filter(([, value]) => value !== undefined && value !== '');
  const canonical = JSON.stringify([VERSION, sent.sort(([a], [b]) => (a < b ? -1 : 1)), cursor]);
  return hash('sha256', canonical, 'base64url').slice(0, 22);
}

/** A token for URLs, valid only for requests with the same arguments. It grants no access (AIP-158). */
export function pageToken(cursor: PageCursor, args: PageArguments): string {
  const content = JSON.stringify([VERSION, digest(args, cursor), ...cursor]);
  return Buffer.from(content, 'utf8').toString('base64url');
}

export function refusedPageToken(): StatusError {
  const text =
    'The page token is not one that was given out for this request; arguments other than the page size may not change between pages.';
  return invalidArgument('INVALID_PAGE_TOKEN', text, [{ field: 'page_token', description: text }]);
}

function contentOf(token: string): readonly unknown[] {
  const content = jsonOrUndefined(Buffer.from(token, 'base64url').toString('utf8'));
  return Array.isArray(content) ? content : [];
}

/** The cursor of a token; undefined for the first page. Throws INVALID_PAGE_TOKEN. */
export function pageCursor(token: string | undefined, args: PageArguments): PageCursor | undefined {
  if (token === undefined || token === '') return undefined;
  if (token.length > MAX_LENGTH) throw refusedPageToken();
  const [, , ...cursor] = contentOf(token);
  if (!cursor.every((part) => typeof part === 'string')) throw refusedPageToken();
  // Encoding a token that this server made gives the same text again.
  if (pageToken(cursor, args) !== token) throw refusedPageToken();
  return cursor;
}
