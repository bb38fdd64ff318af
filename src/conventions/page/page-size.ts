import { invalidArgument } from '../refusal.ts';

interface PageSizes {
  readonly standard: number;
  readonly most: number;
}

/** AIP-158: absent or 0 is the standard size, more than the most is the most, less than 0 is refused. */
export function pageSizeOf(sent: number | undefined, { standard, most }: PageSizes): number {
  if (sent === undefined || sent === 0) return standard;
  if (sent > 0) return Math.min(sent, most);
  const text = 'The page size is negative.';
  throw invalidArgument('INVALID_PAGE_SIZE', text, [{ field: 'page_size', description: text }]);
}
