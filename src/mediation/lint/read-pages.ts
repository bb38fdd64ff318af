import type { Page, PageOf } from '../ports/store.ts';

/** A page is read and parsed at once. */
const PAGE = 100;

/** All rows of a list, up to a limit; undefined if there are more. */
export async function readPages<Row>(
  list: (page: Page) => Promise<PageOf<Row>>,
  most: number,
): Promise<readonly Row[] | undefined> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const page = await list({ size: PAGE, ...(after !== undefined && { after }) });
    rows.push(...page.rows);
    if (rows.length > most) return undefined;
    after = page.next;
  } while (after !== undefined);
  return rows;
}
