import { StatusError } from '../../conventions/status.ts';
import type { Page } from '../ports/store.ts';

const DEFAULT_SIZE = 100;
const MAX_SIZE = 1000;

interface PageRequest {
  readonly pageSize?: number;
  readonly pageToken?: string;
}

interface Split<Row> {
  readonly rows: readonly Row[];
  readonly next: { readonly nextPageToken?: string };
}

function afterOf(pageToken: string): string {
  const after = Buffer.from(pageToken, 'base64url').toString('utf8');
  if (Buffer.from(after, 'utf8').toString('base64url') === pageToken) return after;
  const text = 'pageToken is not one that was given out';
  throw new StatusError('INVALID_ARGUMENT', 'PAGE_TOKEN_INVALID', text);
}

/** One row more than asked for tells whether there is another page (AIP-158). */
export async function listed<Row>(
  { pageSize = 0, pageToken }: PageRequest,
  read: (page: Page) => Promise<readonly Row[]>,
  id: (row: Row) => string,
): Promise<Split<Row>> {
  const size = pageSize === 0 ? DEFAULT_SIZE : Math.min(pageSize, MAX_SIZE);
  const rows = await read({ limit: size + 1, ...(pageToken ? { after: afterOf(pageToken) } : {}) });
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  if (rows.length <= size || last === undefined) return { rows: shown, next: {} };
  return { rows: shown, next: { nextPageToken: Buffer.from(id(last), 'utf8').toString('base64url') } };
}
