import { beforeAll, describe, expect, it } from 'vitest';
import { badFields, clientOf, LIVE_LINE, MAPPING, mappingsPath } from '../http/support/panel.ts';
import {
  ACCOUNT,
  APPLOVIN,
  adUnit,
  GROUP,
  GROUPS,
  OWN_NETWORK,
  useHttpWorld,
} from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

const CHARTBOOST = '2873236629771172317';
const MAPPINGS = mappingsPath('0000000042');

/** Every list, its key, and the member by which its entries are sorted. */
const LISTS = [
  ['mediationGroups', GROUPS, 'mediationGroupId'],
  ['adSources', `${ACCOUNT}/adSources`, 'adSourceId'],
  ['adapters', `${ACCOUNT}/adSources/${APPLOVIN}/adapters`, 'adapterId'],
  ['adUnitMappings', MAPPINGS, 'name'],
  ['apps', `${ACCOUNT}/apps`, 'appId'],
  ['adUnits', `${ACCOUNT}/adUnits`, 'adUnitId'],
  ['mediationAbExperiments', '', 'experimentId'],
] as const;

const ids: Record<string, string> = {};
let experiments = '';
const at = (path: string) => (path === '' ? experiments : path);

beforeAll(async () => {
  const targetings: Record<string, object> = {
    one: GROUP.targeting,
    two: {
      platform: 'IOS',
      format: 'BANNER',
      adUnitIds: [adUnit('0000000002')],
      targetedRegionCodes: ['US', 'DE'],
    },
    three: { platform: 'IOS', format: 'NATIVE', targetedRegionCodes: ['DE'] },
  };
  for (const [displayName, targeting] of Object.entries(targetings)) {
    const rest =
      displayName === 'three'
        ? { state: 'DISABLED', mediationGroupLines: { '-1': { ...LIVE_LINE, adSourceId: CHARTBOOST } } }
        : {};
    const group = await client.createGroup({ displayName, targeting, ...rest });
    ids[displayName] = group.mediationGroupId;
    experiments = `/v1beta/${group.name}/mediationAbExperiments`;
  }
  for (let count = 0; count < 3; count += 1) {
    await client.createExperiment(experiments.replace('/mediationAbExperiments', ''));
    await client.stop(experiments.replace('/mediationAbExperiments', ''));
    const app = await client.body('POST', `${ACCOUNT}/apps`, { body: { platform: 'IOS' } });
    const unit = { appId: app.appId, displayName: 'Unit', adFormat: 'BANNER' };
    const { adUnitId } = await client.body('POST', `${ACCOUNT}/adUnits`, { body: unit });
    ids.app = app.appId;
    ids.unit = adUnitId;
  }
  for (const displayName of ['A', 'B', 'C "c"']) {
    await client.body('POST', MAPPINGS, { body: { ...MAPPING, displayName } });
  }
  const group = { targeting: { platform: 'IOS', format: 'BANNER', adUnitIds: [ids.unit] } };
  ids.ofApp = (await client.createGroup({ displayName: 'of the app', ...group })).mediationGroupId;
});

type Entry = Readonly<Record<string, string>>;

async function pages(key: string, path: string, sizes: readonly string[]): Promise<readonly Entry[][]> {
  const seen: Entry[][] = [];
  let pageToken: string | undefined = '';
  while (pageToken !== undefined) {
    const pageSize = sizes[seen.length % sizes.length] as string;
    const page = await client.get(at(path), { pageSize, pageToken });
    seen.push(page[key] ?? []);
    pageToken = page.nextPageToken;
    expect(pageToken, 'absent on the last page, never empty').not.toBe('');
  }
  return seen;
}

describe('Pages of lists', () => {
  it.each(LISTS)('pages of %s of any size hold every entry once, in one order', async (key, path) => {
    const all: readonly Entry[] = (await client.get(at(path)))[key];
    expect(all.length).toBeGreaterThan(1);
    for (const sizes of [['1'], ['2', '1', '3'], ['100']]) {
      const seen = await pages(key, path, sizes);
      expect(seen.flat()).toEqual(all);
      for (const [index, page] of seen.entries()) {
        expect(page.length).toBeLessThanOrEqual(Number(sizes[index % sizes.length]));
      }
    }
  });

  it.each(LISTS)('the list of %s is in ascending order of %3$s', async (key, path, member) => {
    const values = ((await client.get(at(path)))[key] as readonly Entry[]).map(
      (entry) => entry[member] ?? '',
    );
    const number = (value: string) => BigInt(/\d+$/.exec(value)?.[0] ?? '');
    expect(values).toEqual(values.toSorted((a, b) => (number(a) < number(b) ? -1 : 1)));
  });

  it.each(LISTS)(
    'in the list of %s pageSize 0 or absent means the default, more than 20000 means 20000, and a negative one is 400',
    async (_, path) => {
      const all = await client.get(at(path));
      for (const pageSize of ['0', '10001', '20000', '20001', '2147483647']) {
        expect(await client.get(at(path), { pageSize })).toEqual(all);
      }
      for (const pageSize of ['-1', '-2147483648', '2147483648', 'NOPE', '1.5']) {
        const answer = await world().call('GET', at(path), { query: { pageSize } });
        expect(badFields(answer)).toEqual(['page_size']);
      }
    },
  );

  it.each(LISTS)(
    'in the list of %s pageToken must be one that the server returned, used with the same arguments',
    async (_, path) => {
      const { nextPageToken } = await client.get(at(path), { pageSize: '1' });
      expect(nextPageToken).toMatch(/^[\w~.-]+$/);
      for (const pageToken of ['x', 'bm9wZQ', `${nextPageToken}x`, nextPageToken.slice(1)]) {
        const answer = await world().call('GET', at(path), { query: { pageToken } });
        expect(badFields(answer)).toEqual(['page_token']);
      }
      const other = path === GROUPS ? `${ACCOUNT}/apps` : GROUPS;
      const answer = await world().call('GET', other, { query: { pageToken: nextPageToken } });
      expect(badFields(answer)).toEqual(['page_token']);
    },
  );

  it('a page token is valid only with its filter', async () => {
    const { nextPageToken } = await client.list({ pageSize: '1' });
    const query = { pageToken: nextPageToken, filter: 'IN(STATE, "ENABLED")' };
    expect(badFields(await world().call('GET', GROUPS, { query }))).toEqual(['page_token']);
  });

  it('an error names a parameter as the client spelled it', async () => {
    for (const query of [{ pageSize: 'x' }, { page_size: 'x' }, { pageSize: '-1' }, { page_size: '-1' }]) {
      const [name = ''] = Object.keys(query);
      const answer = await world().call('GET', GROUPS, { query });
      expect(badFields(answer)).toEqual(['page_size']);
      if (Object.values(query)[0] === 'x') expect(answer.error.message).toContain(`'${name}'`);
    }
  });

  it('the names of parameters may be snake_case', async () => {
    const first = await client.list({ page_size: '1' });
    const second = await client.list({ page_size: '1', page_token: first.nextPageToken });
    expect(second.mediationGroups[0]).not.toEqual(first.mediationGroups[0]);
  });
});

describe('Filters of mediation groups', () => {
  const names = async (filter: string) => {
    const written = filter.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
    const { mediationGroups = [] } = await client.list({ filter: written });
    return mediationGroups.map(({ displayName }: Entry) => displayName).toSorted();
  };

  it.each([
    ['IN(MEDIATION_GROUP_ID, "{one}", "{three}")', ['one', 'three']],
    ['IN(DISPLAY_NAME, "two")', ['two']],
    ['IN(STATE, "DISABLED")', ['three']],
    ['IN(PLATFORM, "ANDROID")', ['one']],
    ['IN(FORMAT, "NATIVE", "REWARDED")', ['three']],
    [`CONTAINS_ANY(AD_SOURCE_IDS, "${CHARTBOOST}")`, ['three']],
    [`CONTAINS_ANY(AD_SOURCE_IDS, "${OWN_NETWORK}")`, ['of the app', 'one', 'three', 'two']],
    [`CONTAINS_ANY(AD_UNIT_IDS, "${adUnit('0000000002')}")`, ['two']],
    ['CONTAINS_ANY(APP_IDS, "{app}")', ['of the app']],
    ['CONTAINS_ANY(TARGETED_REGION_CODES, "US")', ['two']],
    ['IN(PLATFORM, "IOS") AND CONTAINS_ANY(TARGETED_REGION_CODES, "DE")', ['three', 'two']],
    [
      `IN(DISPLAY_NAME, "one", "two") AND IN(PLATFORM, "ANDROID") AND CONTAINS_ANY(AD_SOURCE_IDS, "${OWN_NETWORK}")`,
      ['one'],
    ],
    ['', ['of the app', 'one', 'three', 'two']],
  ])('the filter %s selects the expected groups', async (filter, found) => {
    expect(await names(filter)).toEqual(found);
  });

  it.each([
    ['OR is not supported', 'IN(STATE, "ENABLED") OR IN(STATE, "DISABLED")'],
    ['a collection is no singleton', 'IN(AD_SOURCE_IDS, "1")'],
    ['a singleton is no collection', 'CONTAINS_ANY(STATE, "ENABLED")'],
    ['an unknown field', 'IN(COLOUR, "red")'],
    ['a value that the enum has not', 'IN(STATE, "PAUSED")'],
    ['another grammar', 'state = "ENABLED"'],
    ['an end that is missing', 'IN(STATE, "ENABLED"'],
  ])('the filter %s is refused: %s', async (_, filter) => {
    expect(badFields(await world().call('GET', GROUPS, { query: { filter } }))).toEqual(['filter']);
  });
});

describe('Filters of ad unit mappings', () => {
  it.each([
    ['IN(DISPLAY_NAME, "A", "B")', ['A', 'B']],
    ['IN(DISPLAY_NAME, "C \\"c\\"")', ['C "c"']],
    ['IN(DISPLAY_NAME, "a")', []],
    ['IN(DISPLAY_NAME, "A") AND IN(DISPLAY_NAME, "B")', []],
    ['IN(DISPLAY_NAME, "A", "B") AND IN(DISPLAY_NAME, "B", "x")', ['B']],
  ])('the filter %s selects the expected mappings', async (filter, found) => {
    const { adUnitMappings = [] } = await client.get(MAPPINGS, { filter });
    expect(adUnitMappings.map(({ displayName }: Entry) => displayName).toSorted()).toEqual(found);
  });

  it.each(['IN(STATE, "ENABLED")', 'CONTAINS_ANY(DISPLAY_NAME, "A")', 'DISPLAY_NAME = "A"'])(
    'the filter %s of mappings is refused',
    async (filter) => {
      expect(badFields(await world().call('GET', MAPPINGS, { query: { filter } }))).toEqual(['filter']);
    },
  );

  it('only groups and mappings can be filtered; a filter of another list is refused', async () => {
    const query = { filter: 'IN(DISPLAY_NAME, "A")' };
    expect((await world().call('GET', `${ACCOUNT}/adSources`, { query })).status).toBe(400);
  });
});
