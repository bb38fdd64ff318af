import { Slices } from '../../conventions/event-loop-turns.ts';
import type { Page, PageOf } from '../ports/store.ts';

/** A page is read and parsed at once. */
const PAGE = 100;

/**
 * Reads all rows of a list, up to a limit, and keeps what `kept` makes of each page; undefined if there are more. Other
 * requests have their turn between the pages: a database in this process answers without one.
 */
export async function readPages<Row, Kept>(
  list: (page: Page) => Promise<PageOf<Row>>,
  most: number,
  kept: (rows: readonly Row[]) => readonly Kept[],
): Promise<readonly Kept[] | undefined> {
  const slices = new Slices();
  const all: Kept[] = [];
  let count = 0;
  let after: string | undefined;
  do {
    const page = await list({ size: PAGE, ...(after !== undefined && { after }) });
    count += page.rows.length;
    if (count > most) return undefined;
    all.push(...kept(page.rows));
    after = page.next;
    if (slices.over) await slices.next();
  } while (after !== undefined);
  return all;
}
