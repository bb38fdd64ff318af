import { StatusError } from '../../conventions/status.ts';
import type { Page } from '../ports/store.ts';

interface PageRequest {
  readonly pageSize?: number;
  readonly pageToken?: string;
}

const DEFAULT_SIZE = 100;
const MAX_SIZE = 1000;

/** One row more than asked for tells whether there is another page (AIP-158). */
export function pageOf({ pageSize = 0, pageToken }: PageRequest): Page {
  const size = pageSize === 0 ? DEFAULT_SIZE : Math.min(pageSize, MAX_SIZE);
  if (!pageToken) return { limit: size + 1 };
  const after = Buffer.from(pageToken, 'base64url').toString('utf8');
  if (Buffer.from(after, 'utf8').toString('base64url') !== pageToken) {
    throw new StatusError(
      'INVALID_ARGUMENT',
      'PAGE_TOKEN_INVALID',
      'pageToken is not one that was given out',
    );
  }
  return { limit: size + 1, after };
}

export function split<Row>(
  rows: readonly Row[],
  { limit }: Page,
  id: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly next: { readonly nextPageToken?: string } } {
  const shown = rows.slice(0, limit - 1);
  const last = shown.at(-1);
  if (rows.length < limit || last === undefined) return { rows: shown, next: {} };
  return { rows: shown, next: { nextPageToken: Buffer.from(id(last), 'utf8').toString('base64url') } };
}
