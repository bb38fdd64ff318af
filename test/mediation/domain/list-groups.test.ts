import { beforeAll, describe, expect, it } from 'vitest';
import { pageToken } from '../../../src/conventions/index.ts';
import {
  APPLOVIN,
  adUnit,
  CHARTBOOST,
  createGroup,
  LIST_GROUPS,
  liveLine,
  manualLine,
  OWN_NETWORK,
  PATCH_GROUP,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

describe('Listing mediation groups: the answer', () => {
  it('groups are listed in ascending order of id, with ad units as ids and as fragments', async () => {
    const publisher = await world().publisher();
    for (let count = 0; count < 4; count += 1) await createGroup(world(), publisher);
    const { mediationGroups } = await world().call(publisher, LIST_GROUPS);
    const ids = mediationGroups?.map(({ mediationGroupId }) => mediationGroupId);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual(ids?.toSorted());
    for (const group of mediationGroups ?? []) {
      expect(group.targeting).toMatchObject({ adUnitIds: [adUnit(publisher)], adUnits: ['0000000001'] });
      expect(Object.values(group.mediationGroupLines ?? {})).toMatchObject([
        { experimentVariant: 'ORIGINAL', state: 'ENABLED' },
        { experimentVariant: 'ORIGINAL', state: 'ENABLED' },
      ]);
    }
  });

  it('only lists of groups have the member adUnits', async () => {
    const publisher = await world().publisher();
    const { group, path } = await createGroup(world(), publisher);
    expect(group.targeting).not.toHaveProperty('adUnits');
    const patched = await world().call(publisher, PATCH_GROUP, { path, body: {} });
    expect(patched.targeting).not.toHaveProperty('adUnits');
  });

  it('the list of a publisher without groups is an empty object', async () => {
    const publisher = await world().publisher();
    expect(await world().call(publisher, LIST_GROUPS)).toEqual({});
  });

  it('the list has the groups of that publisher only', async () => {
    const [one, other] = [await world().publisher(), await world().publisher()];
    await createGroup(world(), one);
    expect(await world().call(other, LIST_GROUPS)).toEqual({});
  });

  it('the groups of an account that does not exist are answered with 404', async () => {
    const error = await world().refused('pub-9999999999999999', LIST_GROUPS);
    expect(error.code).toBe('NOT_FOUND');
  });
});

describe('Listing mediation groups: pages', () => {
  const list = async (publisher: string, query: Record<string, string>) => {
    const page = await world().call(publisher, LIST_GROUPS, { query });
    return {
      ids: (page.mediationGroups ?? []).map(({ mediationGroupId }) => mediationGroupId as string),
      token: page.nextPageToken,
    };
  };

  it('pages of any size hold every group once, in order, and the last one has no token', async () => {
    const publisher = await world().publisher();
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) ids.push((await createGroup(world(), publisher)).groupId);
    for (const sizes of [['1'], ['2'], ['3', '1', '5'], ['7'], ['100']]) {
      const seen: string[] = [];
      let token: string | undefined = '';
      for (let page = 0; token !== undefined; page += 1) {
        const pageSize = sizes[page % sizes.length] as string;
        const { ids: found, token: next } = await list(publisher, { pageSize, pageToken: token });
        seen.push(...found);
        token = next;
      }
      expect(seen).toEqual(ids.toSorted());
    }
  });

  it('a page size of 0 means the default, and a larger one than the maximum means the maximum', async () => {
    const publisher = await world().publisher();
    await createGroup(world(), publisher);
    for (const pageSize of ['0', '20001', '2147483647']) {
      expect((await list(publisher, { pageSize })).ids).toHaveLength(1);
    }
  });

  it('page parameters may be in snake_case', async () => {
    const publisher = await world().publisher();
    for (let count = 0; count < 2; count += 1) await createGroup(world(), publisher);
    const first = await list(publisher, { page_size: '1' });
    const second = await list(publisher, { page_size: '1', page_token: first.token as string });
    expect([...first.ids, ...second.ids]).toHaveLength(2);
    expect(second.token).toBeUndefined();
  });

  it.each([
    ['a negative page size', { pageSize: '-1' }],
    ['a page size that is no number', { pageSize: 'NOPE' }],
    ['an invented page token', { pageToken: 'bm9wZQ' }],
    ['an unknown parameter', { colour: 'red' }],
  ])('a list of groups with %s is refused', async (_, query) => {
    const publisher = await world().publisher();
    expect((await world().refused(publisher, LIST_GROUPS, { query })).code).toBe('INVALID_ARGUMENT');
  });

  it('an invented page token without an id is refused', async () => {
    const publisher = await world().publisher();
    const query = { pageToken: pageToken(['\0'], { accountsId: publisher, method: LIST_GROUPS }) };
    const error = await world().refused(publisher, LIST_GROUPS, { query });
    expect(error.reason).toBe('INVALID_PAGE_TOKEN');
  });

  it('a page token of another account, filter or list is refused', async () => {
    const [publisher, other] = [await world().publisher(), await world().publisher()];
    for (let count = 0; count < 2; count += 1) await createGroup(world(), publisher);
    const { token } = await list(publisher, { pageSize: '1' });
    const given = { pageToken: token as string };
    const filter = 'IN(STATE, "ENABLED")';
    for (const [account, query] of [
      [other, given],
      [publisher, { ...given, filter }],
    ] as const) {
      expect((await world().refused(account, LIST_GROUPS, { query })).reason).toBe('INVALID_PAGE_TOKEN');
    }
    const error = await world().refused(publisher, 'accounts.apps.list', { query: given });
    expect(error.reason).toBe('INVALID_PAGE_TOKEN');
  });
});

describe('Listing mediation groups: filters', () => {
  let publisher = '';
  const ids = new Map<string, string>();

  beforeAll(async () => {
    publisher = await world().publisher();
    const app = await world().call(publisher, 'accounts.apps.create', { body: { platform: 'IOS' } });
    const unit = await world().call(publisher, 'accounts.adUnits.create', {
      body: { appId: app.appId, displayName: 'Unit', adFormat: 'BANNER' },
    });
    ids.set('app', app.appId as string);
    ids.set('unit', unit.adUnitId as string);
    const groups: Record<string, object> = {
      one: {
        targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnit(publisher, '0000000001')] },
      },
      two: {
        targeting: {
          platform: 'IOS',
          format: 'BANNER',
          adUnitIds: [adUnit(publisher, '0000000002'), unit.adUnitId],
          targetedRegionCodes: ['US', 'DE'],
        },
      },
      three: {
        state: 'DISABLED',
        targeting: { platform: 'IOS', format: 'NATIVE', targetedRegionCodes: ['DE'] },
        mediationGroupLines: { '-1': { ...liveLine(), adSourceId: CHARTBOOST } },
      },
    };
    for (const [displayName, changes] of Object.entries(groups)) {
      const { groupId } = await createGroup(world(), publisher, { displayName, ...changes });
      ids.set(displayName, groupId);
    }
  });

  /** `{name}` in a filter stands for an id. */
  const written = (filter: string) => filter.replace(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? '');

  const names = async (filter: string) => {
    const page = await world().call(publisher, LIST_GROUPS, { query: { filter: written(filter) } });
    return (page.mediationGroups ?? []).map(({ displayName }) => displayName as string).toSorted();
  };

  it.each([
    ['', ['one', 'three', 'two']],
    ['IN(MEDIATION_GROUP_ID, "{one}", "{three}")', ['one', 'three']],
    ['IN(DISPLAY_NAME, "two")', ['two']],
    ['IN(DISPLAY_NAME, "Two")', []],
    ['IN(STATE, "DISABLED")', ['three']],
    ['IN(STATE, "ENABLED", "DISABLED")', ['one', 'three', 'two']],
    ['IN(PLATFORM, "IOS")', ['three', 'two']],
    ['IN(PLATFORM, "iOS")', ['three', 'two']],
    ['IN(FORMAT, "NATIVE", "REWARDED")', ['three']],
    [`CONTAINS_ANY(AD_SOURCE_IDS, "${OWN_NETWORK}")`, ['one', 'three', 'two']],
    [`CONTAINS_ANY(AD_SOURCE_IDS, "${CHARTBOOST}")`, ['three']],
    [`CONTAINS_ANY(AD_SOURCE_IDS, "${APPLOVIN}", "${CHARTBOOST}")`, ['one', 'three', 'two']],
    ['CONTAINS_ANY(AD_SOURCE_IDS, "42")', []],
    ['CONTAINS_ANY(AD_UNIT_IDS, "{unit}")', ['two']],
    ['CONTAINS_ANY(AD_UNIT_IDS, "0000000001")', []],
    ['CONTAINS_ANY(AD_UNIT_IDS, "ca-app-pub-1/2", "{unit}")', ['two']],
    ['CONTAINS_ANY(APP_IDS, "{app}")', ['two']],
    ['CONTAINS_ANY(APP_IDS, "ca-app-pub-0000000000000001~0000000001")', []],
    ['CONTAINS_ANY(TARGETED_REGION_CODES, "US")', ['two']],
    ['CONTAINS_ANY(TARGETED_REGION_CODES, "US", "DE")', ['three', 'two']],
    ['IN(PLATFORM, "IOS") AND CONTAINS_ANY(TARGETED_REGION_CODES, "DE") AND IN(STATE, "ENABLED")', ['two']],
    ['IN(DISPLAY_NAME, "one") AND IN(DISPLAY_NAME, "two")', []],
    [
      `IN(DISPLAY_NAME, "one", "two") AND IN(PLATFORM, "ANDROID") AND CONTAINS_ANY(AD_SOURCE_IDS, "${OWN_NETWORK}")`,
      ['one'],
    ],
  ])('the filter selects the expected groups: %s', async (filter, found) => {
    expect(await names(filter)).toEqual(found);
  });

  it.each([
    'IN(COLOUR, "red")',
    'IN(AD_SOURCE_IDS, "1")',
    'CONTAINS_ANY(STATE, "ENABLED")',
    'IN(STATE, "PAUSED")',
    'IN(PLATFORM, "TV")',
    'IN(FORMAT, "banner")',
    'IN(STATE)',
    'IN(STATE, ENABLED)',
    'IN(STATE, "ENABLED") OR IN(STATE, "DISABLED")',
    'IN(STATE, "ENABLED"',
    'state = "ENABLED"',
    'NOT IN(STATE, "ENABLED")',
  ])('the filter %s is refused', async (filter) => {
    const error = await world().refused(publisher, LIST_GROUPS, { query: { filter } });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_FILTER' });
  });

  it('a filter sees the changes of a group', async () => {
    const [gone, come] = [adUnit(publisher, '0000000001'), adUnit(publisher, '0000000042')];
    const path = { mediationGroupsId: ids.get('one') as string };
    const found = (unit: string) => names(`CONTAINS_ANY(AD_UNIT_IDS, "${unit}")`);
    await world().call(publisher, PATCH_GROUP, {
      path,
      body: {
        targeting: { adUnitIds: [come] },
        mediationGroupLines: { '-1': { ...manualLine(), adSourceId: '2179455223494392917' } },
      },
    });
    expect([await found(gone), await found(come)]).toEqual([[], ['one']]);
    expect(await names('CONTAINS_ANY(AD_SOURCE_IDS, "2179455223494392917")')).toEqual(['one']);
    const all = await world().call(publisher, LIST_GROUPS, { query: { filter: 'IN(DISPLAY_NAME, "one")' } });
    const lines = Object.keys(all.mediationGroups?.[0]?.mediationGroupLines ?? {});
    const removed = Object.fromEntries(lines.map((id) => [id, { state: 'REMOVED' }]));
    await world().call(publisher, PATCH_GROUP, { path, body: { mediationGroupLines: removed } });
    expect(await names(`CONTAINS_ANY(AD_SOURCE_IDS, "${OWN_NETWORK}")`)).toEqual(['three', 'two']);
  });
});
