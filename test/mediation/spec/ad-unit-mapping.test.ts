import { beforeAll, describe, expect, it } from 'vitest';
import { ADAPTER, badFields, clientOf, MAPPING, mappingsPath, SDK_KEY } from '../http/support/panel.ts';
import { ACCOUNT, MINE, OTHER, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

describe('AdUnitMapping', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a resource, member by member
  let mapping: any;
  beforeAll(async () => {
    mapping = await client.createMapping({ displayName: undefined, name: 'Start screen' });
  });

  it.each([
    ['name', expect.stringMatching(new RegExp(`^accounts/${MINE}/adUnits/0000000001/adUnitMappings/\\d+$`))],
    ['adapterId', ADAPTER],
    ['displayName', 'Start screen'],
    ['state', 'ENABLED'],
    ['adUnitConfigurations', { [SDK_KEY]: 'key' }],
  ])('an AdUnitMapping has the member %s', (field, value) => {
    expect(mapping[field]).toEqual(value);
  });

  it('listed AdUnitMappings have the mapping name, adapterId, state and adUnitConfigurations', async () => {
    const { adUnitMappings } = await client.get(mappingsPath());
    expect(adUnitMappings).toContainEqual(mapping);
  });

  it('the adUnitConfigurations of a listed mapping are the map that was sent', async () => {
    const adUnitConfigurations = { [SDK_KEY]: 'a value, ünï', '1112': 'zone' };
    await client.createMapping({ adUnitConfigurations }, '0000000011');
    const { adUnitMappings } = await client.get(mappingsPath('0000000011'));
    expect(adUnitMappings).toMatchObject([{ adUnitConfigurations }]);
  });
});

describe('Request fields to create an AdUnitMapping', () => {
  it('name: Name of the mapping; the service makes the resource name', async () => {
    const { name, displayName } = await client.createMapping({ displayName: undefined, name: 'Free text' });
    expect([displayName, name === 'Free text']).toEqual(['Free text', false]);
  });

  it('name: displayName has precedence over name, and a resource name of the ad unit is ignored', async () => {
    expect(await client.createMapping({ name: 'Other' })).toMatchObject({ displayName: 'Mapping' });
    const name = `accounts/${MINE}/adUnits/0000000001/adUnitMappings/1`;
    const mapping = await client.createMapping({ displayName: undefined, name });
    expect(mapping).not.toHaveProperty('displayName');
    expect(mapping.name).not.toBe(name);
  });

  it('name: the name of a mapping has at most 255 characters, like displayName', async () => {
    const long = '\u{1F600}'.repeat(255);
    expect((await client.createMapping({ displayName: long })).displayName).toBe(long);
    for (const names of [{ displayName: `${long}x` }, { displayName: undefined, name: `${long}x` }]) {
      expect(badFields(await client.refusedMapping(names))).toEqual(['displayName']);
    }
  });

  it.each(['111', 111])('adapterId: Adapter to use, an int64: %j', async (adapterId) => {
    expect((await client.createMapping({ adapterId })).adapterId).toBe('111');
  });

  it.each([undefined, '', '1', 1, '9223372036854775807'])(
    'adapterId: the id is required and must name an adapter; %j is refused',
    async (adapterId) => {
      const answer = await client.refusedMapping({ adapterId });
      expect([400, badFields(answer).length]).toEqual([400, 1]);
      expect(badFields(answer)[0]).toMatch(/adapter_?id$/i);
    },
  );

  it.each([
    ['without a required setting', {}],
    ['with an empty required setting', { [SDK_KEY]: '' }],
    ['with a key that is no setting of the adapter', { [SDK_KEY]: 'key', colour: 'red' }],
    ['with a setting of another adapter', { [SDK_KEY]: 'key', '1121': 'key' }],
    ['that are absent', undefined],
  ])(
    'adUnitConfigurations: The values for the adapter’s settings; values %s are refused',
    async (_, adUnitConfigurations) => {
      expect(badFields(await client.refusedMapping({ adUnitConfigurations }))).toEqual([
        'adUnitConfigurations',
      ]);
    },
  );

  it.each([{ [SDK_KEY]: 5 }, [{ key: SDK_KEY, value: 'x' }], 'x'])(
    'adUnitConfigurations: the settings are a map from id to string; %j is refused',
    async (adUnitConfigurations) => {
      const answer = await client.refusedMapping({ adUnitConfigurations });
      expect([answer.status, answer.error.message]).toEqual([400, expect.stringMatching(/ad_?unit_?conf/i)]);
    },
  );

  it('state: the state of a mapping is output only', async () => {
    expect((await client.createMapping({ state: 'STATE_UNSPECIFIED' })).state).toBe('ENABLED');
  });
});

describe('The ad unit in the path of a mapping', () => {
  it.each(['1', '123456789', '12345678901', 'abc', 'ca-app-pub-1%2F0123456789', '-1'])(
    'the ad unit in the path is a fragment of 10 digits: %s is not found',
    async (fragment) => {
      expect((await client.refusedMapping({}, fragment)).status).toBe(404);
      expect((await world().call('GET', mappingsPath(fragment))).status).toBe(404);
    },
  );
});

describe('The method adUnitMappings.batchCreate', () => {
  const BATCH = `${ACCOUNT}/adUnitMappings:batchCreate`;
  const requests = (count: number, changes: object = {}, publisher = MINE) =>
    Array.from({ length: count }, (_, index) => ({
      parent: `accounts/${publisher}/adUnits/${String(index % 7).padStart(10, '0')}`,
      adUnitMapping: { ...MAPPING, displayName: `Mapping ${index}`, ...changes },
    }));

  it('batchCreate creates at most 100 mappings, and answers them in the order of the requests', async () => {
    const sent = requests(100);
    const { adUnitMappings } = await client.body('POST', BATCH, { body: { requests: sent } });
    expect(adUnitMappings.map(({ displayName }: { displayName: string }) => displayName)).toEqual(
      sent.map(({ adUnitMapping }) => adUnitMapping.displayName),
    );
    for (const [index, { name }] of adUnitMappings.entries()) expect(name).toContain(sent[index]?.parent);
  });

  it.each([
    ['101 of them', requests(101), ['requests']],
    ['none', [], ['requests']],
    [
      'one bad mapping among good ones',
      [...requests(3), ...requests(1, { adapterId: '1' })],
      ['requests[3].adUnitMapping.adapterId'],
    ],
    ['a parent of another publisher', [...requests(1), ...requests(1, {}, OTHER)], ['requests[1].parent']],
    ['empty requests', [{}], ['requests[0].parent', 'requests[0].adUnitMapping']],
  ])('batchCreate is all or nothing: %s and no mapping is created', async (_, sent, fields) => {
    expect(badFields(await client.refused('POST', BATCH, { body: { requests: sent } }))).toEqual(fields);
  });
});
