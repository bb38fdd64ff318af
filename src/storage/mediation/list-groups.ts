import type { Kysely } from 'kysely';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import type { GroupCondition, Page, PageOf } from '../../mediation/ports/store.ts';
import type { Schema } from '../schema/index.ts';
import type { FromRows } from './from-rows.ts';
import { groupsThatMeet } from './group-conditions.ts';
import { cut, inChunks, light, range } from './page.ts';
import { groupsAfter, groupVersionsAfter, groupWeight } from './queries.ts';

interface Source {
  readonly db: Kysely<Schema>;
  readonly groups: FromRows['groups'];
}

/** Most lists hold groups that did not change since they were read; then their versions are all that is read. */
async function allGroups({ db, groups }: Source, publisherId: string, wanted: Page) {
  const all = await groupVersionsAfter(db, { publisherId, ...range(wanted) });
  const page = light(wanted, all);
  const sought = { publisherId, ...range(page) };
  const versions = all.slice(0, sought.most);
  const known = versions.map((version) => groups.known({ publisher_id: publisherId, ...version }));
  const isKnown = known.every((group) => group !== undefined);
  const found = isKnown ? known : (await groupsAfter(db, sought)).map(groups.of);
  return cut(
    found,
    page,
    ({ groupId }) => groupId,
    (group) => group,
  );
}

/** The cost grows with the page and the number of conditions, never with the number of groups. */
export async function listGroups(
  source: Source,
  publisherId: string,
  page: Page,
  conditions: readonly GroupCondition[],
): Promise<PageOf<MediationGroup>> {
  if (conditions.some(({ values }) => values.length === 0)) return { rows: [] };
  if (conditions.length === 0) return allGroups(source, publisherId, page);
  const { db, groups } = source;
  const { after, most } = range(page);
  const { ids, end } = await groupsThatMeet({ db, publisherId }, conditions, after, most);
  const query = db.selectFrom('mediation_group').where('publisher_id', '=', publisherId).orderBy('group_id');
  const weights = await inChunks(ids, (part) =>
    query.where('group_id', 'in', part).select(groupWeight.as('weight')).execute(),
  );
  const { size } = light(page, weights);
  const shown = ids.slice(0, size);
  const next = ids.length > shown.length ? shown.at(-1) : end;
  const rows = await inChunks(shown, (part) => query.where('group_id', 'in', part).selectAll().execute());
  return { rows: rows.map(groups.of), ...(next !== undefined && { next }) };
}
