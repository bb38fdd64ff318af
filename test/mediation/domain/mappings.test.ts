import { describe, expect, it } from 'vitest';
import {
  ADAPTER,
  CREATE_MAPPING,
  createMapping,
  LIST_MAPPINGS,
  SDK_KEY,
  ZONE_ID,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const BATCH = 'accounts.adUnitMappings.batchCreate';
const path = { adUnitsId: '0123456789' };

const mappingBody = (changes: object = {}) => ({
  displayName: 'AppLovin banner',
  adapterId: ADAPTER.applovinAndroid,
  adUnitConfigurations: { [SDK_KEY]: 'key', [ZONE_ID]: 'zone' },
  ...changes,
});

describe('create ad unit mapping', () => {
  it('answers the full resource', async () => {
    const publisher = await world().publisher();
    const mapping = await world().call(publisher, CREATE_MAPPING, { path, body: mappingBody() });
    expect(mapping).toEqual({ ...mappingBody(), name: mapping.name, state: 'ENABLED' });
    expect(mapping.name).toMatch(
      new RegExp(`^accounts/${publisher}/adUnits/0123456789/adUnitMappings/\\d{10}$`),
    );
  });

  it.each(['111', 111])('takes the adapter id %j', async (adapterId) => {
    const publisher = await world().publisher();
    const mapping = await world().call(publisher, CREATE_MAPPING, { path, body: mappingBody({ adapterId }) });
    expect(mapping.adapterId).toBe('111');
  });

  it('takes a name that is free text as display name', async () => {
    const publisher = await world().publisher();
    const body = mappingBody({ displayName: undefined, name: 'My mapping' });
    const mapping = await world().call(publisher, CREATE_MAPPING, { path, body });
    expect(mapping.displayName).toBe('My mapping');
    expect(mapping.name).not.toBe('My mapping');
  });

  it('prefers displayName to name, and ignores a resource name', async () => {
    const publisher = await world().publisher();
    const both = await world().call(publisher, CREATE_MAPPING, {
      path,
      body: mappingBody({ name: 'Other' }),
    });
    expect(both.displayName).toBe('AppLovin banner');
    const name = `accounts/${publisher}/adUnits/0123456789/adUnitMappings/1`;
    const body = mappingBody({ displayName: undefined, name });
    const resource = await world().call(publisher, CREATE_MAPPING, { path, body });
    expect(resource).not.toHaveProperty('displayName');
  });

  it('may leave out what the adapter does not require', async () => {
    const publisher = await world().publisher();
    const body = mappingBody({ adUnitConfigurations: { [SDK_KEY]: 'key' } });
    await world().call(publisher, CREATE_MAPPING, { path, body });
  });

  it.each([
    ['no adapter', { adapterId: undefined }, 'adapterId'],
    ['an unknown adapter', { adapterId: '1' }, 'adapterId'],
    ['a missing required setting', { adUnitConfigurations: { [ZONE_ID]: 'zone' } }, 'adUnitConfigurations'],
    ['an empty required setting', { adUnitConfigurations: { [SDK_KEY]: '' } }, 'adUnitConfigurations'],
    [
      'an unknown setting',
      { adUnitConfigurations: { [SDK_KEY]: 'key', colour: 'red' } },
      'adUnitConfigurations',
    ],
    ['no settings', { adUnitConfigurations: undefined }, 'adUnitConfigurations'],
    ['a long name', { displayName: 'x'.repeat(256) }, 'displayName'],
  ])('is refused with %s', async (_, changes, field) => {
    const publisher = await world().publisher();
    const error = await world().refused(publisher, CREATE_MAPPING, { path, body: mappingBody(changes) });
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.violations.map((violation) => violation.field)).toEqual([field]);
  });

  it.each(['1', '12345678901', 'abc', `ca-app-pub-1/0123456789`])(
    'is 404 for the ad unit %s',
    async (adUnitsId) => {
      const publisher = await world().publisher();
      const error = await world().refused(publisher, CREATE_MAPPING, {
        path: { adUnitsId },
        body: mappingBody(),
      });
      expect(error.code).toBe('NOT_FOUND');
    },
  );
});

describe('list ad unit mappings', () => {
  it('answers the mappings of the ad unit under adUnitMappings, by id', async () => {
    const publisher = await world().publisher();
    const names: string[] = [];
    for (let count = 0; count < 3; count += 1) names.push(await createMapping(world(), publisher));
    await createMapping(world(), publisher, { fragment: '0000000002' });
    const { adUnitMappings } = await world().call(publisher, LIST_MAPPINGS, {
      path: { adUnitsId: '0000000001' },
    });
    expect(adUnitMappings?.map(({ name }) => name)).toEqual(names.toSorted());
    expect(adUnitMappings?.[0]).toMatchObject({
      adapterId: ADAPTER.applovinAndroid,
      state: 'ENABLED',
      adUnitConfigurations: { [SDK_KEY]: 'key' },
    });
  });

  it('answers an empty object when there is none', async () => {
    const publisher = await world().publisher();
    expect(await world().call(publisher, LIST_MAPPINGS, { path })).toEqual({});
  });

  it('can be filtered by display name', async () => {
    const publisher = await world().publisher();
    for (const displayName of ['One', 'Two', 'Three "3"']) {
      await world().call(publisher, CREATE_MAPPING, { path, body: mappingBody({ displayName }) });
    }
    const names = async (filter: string) => {
      const page = await world().call(publisher, LIST_MAPPINGS, { path, query: { filter } });
      return (page.adUnitMappings ?? []).map(({ displayName }) => displayName).sort();
    };
    expect(await names('IN(DISPLAY_NAME, "One", "Two")')).toEqual(['One', 'Two']);
    expect(await names('IN(DISPLAY_NAME, "Three \\"3\\"")')).toEqual(['Three "3"']);
    expect(await names('IN(DISPLAY_NAME, "One", "Two") AND IN(DISPLAY_NAME, "Two", "x")')).toEqual(['Two']);
    expect(await names('IN(DISPLAY_NAME, "one")')).toEqual([]);
    expect(await names('IN(DISPLAY_NAME, "One") AND IN(DISPLAY_NAME, "Two")')).toEqual([]);
  });

  it.each(['IN(STATE, "ENABLED")', 'CONTAINS_ANY(DISPLAY_NAME, "x")', 'DISPLAY_NAME = "x"'])(
    'refuses the filter %s',
    async (filter) => {
      const publisher = await world().publisher();
      const error = await world().refused(publisher, LIST_MAPPINGS, { path, query: { filter } });
      expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_FILTER' });
    },
  );
});

describe('batch create ad unit mappings', () => {
  const requests = (publisher: string, count: number, changes: object = {}) =>
    Array.from({ length: count }, (_, index) => ({
      parent: `accounts/${publisher}/adUnits/${String(index % 7).padStart(10, '0')}`,
      adUnitMapping: mappingBody({ displayName: `Mapping ${index}`, ...changes }),
    }));

  it('creates up to 100 and answers them in the order of the requests', async () => {
    const publisher = await world().publisher();
    const body = { requests: requests(publisher, 100) };
    const { adUnitMappings } = await world().call(publisher, BATCH, { body });
    expect(adUnitMappings?.map(({ displayName }) => displayName)).toEqual(
      body.requests.map(({ adUnitMapping }) => adUnitMapping.displayName),
    );
    expect(new Set(adUnitMappings?.map(({ name }) => name)).size).toBe(100);
    for (const [index, { name }] of (adUnitMappings ?? []).entries()) {
      expect(name).toContain(`${body.requests[index]?.parent}/adUnitMappings/`);
    }
  });

  it.each([
    ['more than 100', (publisher: string) => requests(publisher, 101), ['requests']],
    ['none', () => [], ['requests']],
    [
      'one bad mapping among good ones',
      (publisher: string) => [...requests(publisher, 2), ...requests(publisher, 1, { adapterId: '1' })],
      ['requests[2].adUnitMapping.adapterId'],
    ],
    [
      'a parent of another publisher',
      (publisher: string) => [...requests(publisher, 1), ...requests('pub-0000000000000001', 1)],
      ['requests[1].parent'],
    ],
    ['nothing in it', () => [{}], ['requests[0].parent', 'requests[0].adUnitMapping']],
  ])('is all or nothing: refused with %s', async (_, sent, fields) => {
    const publisher = await world().publisher();
    const error = await world().refused(publisher, BATCH, { body: { requests: sent(publisher) } });
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.violations.map(({ field }) => field)).toEqual(fields);
  });
});
