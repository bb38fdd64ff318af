import { parseQuery } from '../../src/conventions/index.ts';
import type { Caller } from '../../src/mediation/access.ts';
import type { MethodName, ResponseOf } from '../../src/mediation/contract/index.ts';
import { DEFAULT_MEDIATION_POLICY } from '../../src/mediation/operation.ts';
import { mediationPanel } from '../../src/mediation/panel.ts';
import { reportDeps } from '../../src/mediation/reports/report-deps.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { inTurn } from '../harness/in-turn.ts';
import { CATALOGUE, FIRST_AD_UNIT, groupOf, PAGE, PUBLISHER } from './sample.ts';
import type { Contents, OpenStore } from './store.ts';

const LIST = 'accounts.mediationGroups.list';
const GET = 'accounts.mediationGroups.get';
const PATCH = 'accounts.mediationGroups.patch';

type Listed = ResponseOf<typeof LIST>;

const CALLER: Caller = { subject: 'bench', publishers: [PUBLISHER], scopes: ['monetization'] };

/** Filters by the way the store evaluates them. */
const FILTERS = {
  few: `CONTAINS_ANY(AD_UNIT_IDS, "${FIRST_AD_UNIT}")`,
  many: 'IN(PLATFORM, "ANDROID") AND IN(STATE, "ENABLED")',
  none: 'IN(FORMAT, "BANNER") AND CONTAINS_ANY(TARGETED_REGION_CODES, "DE")',
} as const;

/**
 * Maximum number of groups, spread over the store, that are read and changed in turn: more than the cache of
 * the store can hold.
 */
const TOUCHED = 5000;

function touched({ groups, lines }: Contents) {
  const count = Math.min(groups, TOUCHED);
  const step = Math.floor(groups / count);
  return Array.from({ length: count }, (_, index) => {
    const { groupId, lines: all } = groupOf(index * step, lines);
    return { groupId, lineId: all.at(-1)!.lineId };
  });
}

/** Maximum number of pages, spread over the store, that are listed in turn. */
const PAGES = 100;

/** Requests for full pages: the first page, and others by their page tokens. */
async function pagesOf({ groups }: Contents, list: (query: object) => Promise<Listed>): Promise<object[]> {
  const step = Math.max(PAGE, Math.floor(groups / PAGES));
  const pages: object[] = [{}];
  let query: object = {};
  for (let first = step; first + PAGE <= groups; first += step) {
    const { nextPageToken: pageToken } = await list({ ...query, pageSize: step });
    query = { pageToken };
    pages.push(query);
  }
  return pages;
}

/** The operations of the panel on a store, without HTTP. */
export async function panelSides({ store, statistics }: OpenStore, contents: Contents) {
  const rules = { catalogue: () => CATALOGUE, policy: DEFAULT_MEDIATION_POLICY };
  const panel = mediationPanel({ store, reports: reportDeps(), statistics, ...rules, ...REAL_EFFECTS });
  const call = <Name extends MethodName>(
    name: Name,
    { groupId, query = '', body }: { groupId?: string; query?: string; body?: object },
  ): Promise<ResponseOf<Name>> =>
    panel.call(name, {
      path: { accountsId: PUBLISHER, ...(groupId !== undefined && { mediationGroupsId: groupId }) },
      query: parseQuery(query),
      ...(body && { body }),
      caller: CALLER,
      requestId: 'bench',
    });
  const list = (query: object) => {
    const text = new URLSearchParams({ pageSize: String(PAGE), ...query }).toString();
    return call(LIST, { query: text });
  };
  const nextPage = inTurn(await pagesOf(contents, list));
  const groups = touched(contents);
  const [toGet, toPatch] = [inTurn(groups), inTurn(groups)];
  let patched = 0;
  return {
    list: () => list(nextPage()),
    few: () => list({ filter: FILTERS.few }),
    many: () => list({ filter: FILTERS.many }),
    none: () => list({ filter: FILTERS.none }),
    get: () => call(GET, { groupId: toGet().groupId }),
    patch() {
      const { groupId, lineId } = toPatch();
      // All groups start enabled. Each patch toggles the state of its group.
      const state = Math.floor(patched / groups.length) % 2 === 0 ? 'DISABLED' : 'ENABLED';
      patched += 1;
      const query = new URLSearchParams({ updateMask: `mediationGroupLines["${lineId}"].state` });
      return call(PATCH, {
        groupId,
        query: query.toString(),
        body: { mediationGroupLines: { [lineId]: { state } } },
      });
    },
  };
}

export type PanelSides = Awaited<ReturnType<typeof panelSides>>;
export type PanelSide = keyof PanelSides;

/** Throws unless pages are full, filters find the right groups, and a patch can be read back. */
export async function requireRight({ list, few, many, none, get, patch }: PanelSides): Promise<void> {
  for (const page of [list, few, many]) {
    if ((await page()).mediationGroups?.length !== PAGE) throw new Error('a list is not a full page');
  }
  if ((await none()).mediationGroups !== undefined) throw new Error('a filter finds what it should not');
  const [changed, read] = [await patch(), await get()];
  if (JSON.stringify(changed) !== JSON.stringify(read)) throw new Error('a patch is not read again');
}
