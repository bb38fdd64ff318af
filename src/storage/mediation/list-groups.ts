import type { Kysely } from 'kysely';
import type { MediationGroup } from '../../mediation/ports/entities.ts';
import type { GroupCondition, Page, PageOf } from '../../mediation/ports/store.ts';
import type { Schema } from '../schema/index.ts';
import { fetchRange, inChunks, pageOfRows, pageThatFits } from './page-rows.ts';
import { groupsAfter, groupWeight } from './queries.ts';
import type { FromRows } from './recent-entities.ts';

/** If a condition matches at most this many groups, all of them are looked up. */
const FEW = 1000;

/** Maximum number of groups that one page scans if every condition matches many. */
const SCANNED = 5000;

interface Of {
  readonly db: Kysely<Schema>;
  readonly publisherId: string;
}

type Table = 'mediation_group_term' | 'mediation_group_new_term';

type Entries = ReturnType<typeof entriesOf>;

function entriesOf(table: Table, { db, publisherId }: Of, { term, values }: GroupCondition) {
  const query = db.selectFrom(table).select('group_id').where('publisher_id', '=', publisherId);
  return query.where('term', '=', term).where('value', 'in', values);
}

/** Ad units of an app that one statement reads. */
const UNITS = 2000;

/** The condition on apps as one on their ad units. */
async function withAdUnits({ db, publisherId }: Of, condition: GroupCondition): Promise<GroupCondition> {
  if (condition.term !== 'appFragment') return condition;
  const unitsAfter = (app: string, fragment: string) => {
    const query = db.selectFrom('ad_unit').select('fragment').where('publisher_id', '=', publisherId);
    const ofApp = query.where('app_fragment', '=', app).where('fragment', '>', fragment);
    return ofApp.orderBy('fragment').limit(UNITS).execute();
  };
  const units: string[] = [];
  for (const app of condition.values) {
    let [last, isLast] = ['', false];
    while (!isLast) {
      const rows = await unitsAfter(app, last);
      units.push(...rows.map(({ fragment }) => fragment));
      last = rows.at(-1)?.fragment ?? '';
      isLast = rows.length < UNITS;
    }
  }
  return { term: 'adUnitFragment', values: units };
}

/**
 * Ids of groups with one of the values; one of several values may repeat an id. The statement reads only the
 * terms: in a join with the groups, planners without statistics sometimes started from the wrong table.
 */
function entries(of: Of, condition: GroupCondition, narrow: (query: Entries) => Entries) {
  const query = (table: Table) => narrow(entriesOf(table, of, condition));
  return query('mediation_group_term').unionAll(query('mediation_group_new_term'));
}

const idsOf = (rows: readonly { readonly group_id: string }[]) => new Set(rows.map((row) => row.group_id));

/** The ids of all groups with one of the values, in statements with some of them each. */
async function idsWith(of: Of, { term, values }: GroupCondition, narrow: (query: Entries) => Entries) {
  const read = (part: readonly string[]) => entries(of, { term, values: part }, narrow).execute();
  return idsOf(await inChunks(values, read));
}

/** All groups after the id that meet the condition; undefined if there are more than FEW. */
async function fewThatMeet(of: Of, condition: GroupCondition, after: string) {
  if (condition.term === 'groupId') return new Set(condition.values.filter((id) => id > after));
  let left = FEW + 1;
  const rows = await inChunks(condition.values, async (values) => {
    if (left <= 0) return [];
    const some = entries(of, { ...condition, values }, (query) => query.where('group_id', '>', after));
    const part = await some.limit(left).execute();
    left -= part.length;
    return part;
  });
  return left <= 0 ? undefined : idsOf(rows);
}

async function narrowed(of: Of, ids: ReadonlySet<string>, condition: GroupCondition) {
  if (condition.term === 'groupId') return new Set(condition.values.filter((id) => ids.has(id)));
  const met = await inChunks([...ids], async (part) => [
    ...(await idsWith(of, condition, (entry) => entry.where('group_id', 'in', part))),
  ]);
  return new Set(met);
}

/**
 * The id of the last group in a scan of this many groups; undefined if the scan reaches the last group of
 * all.
 */
async function endOfScan({ db, publisherId }: Of, after: string, groups: number) {
  const query = db.selectFrom('mediation_group').select('group_id').where('publisher_id', '=', publisherId);
  const from = query.where('group_id', '>', after).orderBy('group_id');
  const row = await from
    .offset(groups - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.group_id;
}

async function scanned(of: Of, condition: GroupCondition, after: string, end: string | undefined) {
  const inRange = (query: Entries) => {
    const from = query.where('group_id', '>', after);
    return end === undefined ? from : from.where('group_id', '<=', end);
  };
  return idsWith(of, condition, inRange);
}

interface Found {
  /** Ids of groups in ascending order. */
  readonly ids: readonly string[];
  /** The last id that was scanned; undefined if there are no more groups. */
  readonly end?: string | undefined;
}

/** Scans growing ranges of groups until enough match or the limit of a page is reached. */
async function scan(of: Of, conditions: readonly GroupCondition[], after: string, wanted: number) {
  const ids: string[] = [];
  let left = SCANNED;
  let span = Math.min(4 * wanted, SCANNED);
  let from = after;
  for (;;) {
    const end = await endOfScan(of, from, span);
    const [first = new Set<string>(), ...others] = await Promise.all(
      conditions.map((condition) => scanned(of, condition, from, end)),
    );
    const met = [...first].filter((id) => others.every((other) => other.has(id)));
    ids.push(...met.sort());
    left -= span;
    if (end === undefined || ids.length >= wanted || left === 0) return { ids, end };
    span = Math.min(4 * span, left);
    from = end;
  }
}

/**
 * The groups after the id that meet all conditions (at least one). May stop after finding `wanted` of them.
 */
async function groupsThatMeet(
  of: Of,
  conditions: readonly GroupCondition[],
  after: string,
  wanted: number,
): Promise<Found> {
  for (const condition of conditions) {
    let ids: ReadonlySet<string> | undefined = await fewThatMeet(of, condition, after);
    if (!ids) continue;
    for (const other of conditions) if (other !== condition) ids = await narrowed(of, ids, other);
    return { ids: [...ids].sort() };
  }
  return scan(of, conditions, after, wanted);
}

interface Source {
  readonly db: Kysely<Schema>;
  readonly groups: FromRows['groups'];
  readonly withArchived: boolean;
}

/** Reads only the versions if all groups of the page are cached in their current version. */
async function allGroups({ db, groups, withArchived }: Source, publisherId: string, wanted: Page) {
  const after = groupsAfter(withArchived);
  const all = await after.versions(db, { publisherId, ...fetchRange(wanted) });
  const page = pageThatFits(wanted, all);
  const sought = { publisherId, ...fetchRange(page) };
  const versions = all.slice(0, sought.most);
  const cached = versions.map((version) => groups.known({ publisher_id: publisherId, ...version }));
  const isKnown = cached.every((group) => group !== undefined);
  const rows = isKnown ? cached : (await after.rows(db, sought)).map(groups.of);
  return pageOfRows(
    rows,
    page,
    ({ groupId }) => groupId,
    (group) => group,
  );
}

/** The cost grows with the size of the page and the number of conditions, not with the number of groups. */
export async function listGroups(
  source: Source,
  publisherId: string,
  page: Page,
  conditions: readonly GroupCondition[],
): Promise<PageOf<MediationGroup>> {
  if (conditions.some(({ values }) => values.length === 0)) return { rows: [] };
  if (conditions.length === 0) return allGroups(source, publisherId, page);
  const { db, groups, withArchived } = source;
  const { after, most } = fetchRange(page);
  const of = { db, publisherId };
  const met: GroupCondition[] = [];
  for (const condition of conditions) met.push(await withAdUnits(of, condition));
  const { ids, end } = await groupsThatMeet(of, met, after, most);
  let query = db.selectFrom('mediation_group').where('publisher_id', '=', publisherId).orderBy('group_id');
  if (!withArchived) query = query.where('archived_at', 'is', null);
  const weighed = await inChunks(ids, (part) =>
    query
      .where('group_id', 'in', part)
      .select(['group_id', groupWeight.as('weight')])
      .execute(),
  );
  const { size } = pageThatFits(page, weighed);
  const shown = weighed.slice(0, size).map((row) => row.group_id);
  const next = weighed.length > shown.length ? shown.at(-1) : end;
  const rows = await inChunks(shown, (part) => query.where('group_id', 'in', part).selectAll().execute());
  return { rows: rows.map(groups.of), ...(next !== undefined && { next }) };
}
