import type { Kysely } from 'kysely';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import type { GroupCondition, Page, PageOf } from '../../mediation/ports/store.ts';
import type { Schema } from '../schema/index.ts';
import { inChunks } from './chunks.ts';
import { groupsThatMeet } from './group-conditions.ts';
import { toGroup } from './group-rows.ts';
import { cut, fetched } from './page.ts';

/** The cost grows with the page and the number of conditions, never with the number of groups. */
export async function listGroups(
  db: Kysely<Schema>,
  publisherId: string,
  page: Page,
  conditions: readonly GroupCondition[],
): Promise<PageOf<MediationGroup>> {
  if (conditions.some(({ values }) => values.length === 0)) return { rows: [] };
  const groups = db.selectFrom('mediation_group').selectAll().where('publisher_id', '=', publisherId);
  const { after = '' } = page;
  if (conditions.length === 0) {
    const query = groups.where('group_id', '>', after).orderBy('group_id').limit(fetched(page));
    return cut(await query.execute(), page, (row) => row.group_id, toGroup);
  }
  const { ids, end } = await groupsThatMeet({ db, publisherId }, conditions, after, fetched(page));
  const shown = ids.slice(0, page.size);
  const next = ids.length > shown.length ? shown.at(-1) : end;
  const rows = await inChunks(shown, (part) =>
    groups.where('group_id', 'in', part).orderBy('group_id').execute(),
  );
  return { rows: rows.map(toGroup), ...(next !== undefined && { next }) };
}
