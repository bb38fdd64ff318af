import { beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../http/support/panel.ts';
import { ACCOUNT, APPLOVIN, MINE, OWN_NETWORK, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

describe('AdSource', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a resource, member by member
  let adSource: any;
  beforeAll(async () => {
    const { adSources } = await client.get(`${ACCOUNT}/adSources`);
    adSource = adSources.find(({ adSourceId }: { adSourceId: string }) => adSourceId === APPLOVIN);
  });

  it.each([
    ['name', `accounts/${MINE}/adSources/${APPLOVIN}`],
    ['adSourceId', APPLOVIN],
    ['title', 'AppLovin'],
  ])('an AdSource has the member %s, a string', (field, value) => {
    expect(adSource[field]).toBe(value);
  });

  it('an AdSource has these members and no others', () => {
    expect(Object.keys(adSource)).toEqual(['name', 'adSourceId', 'title']);
  });

  it('the own network is one of the AdSources', async () => {
    const { adSources } = await client.get(`${ACCOUNT}/adSources`);
    expect(adSources).toContainEqual(expect.objectContaining({ adSourceId: OWN_NETWORK }));
  });
});

describe('Adapter', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a resource, member by member
  let adapter: any;
  beforeAll(async () => {
    adapter = (await client.get(`${ACCOUNT}/adSources/${APPLOVIN}/adapters`)).adapters[0];
  });

  it.each([
    ['name', 'string', 'Resource name', `accounts/${MINE}/adSources/${APPLOVIN}/adapters/111`],
    ['adapterId', 'string', 'Adapter id', '111'],
    ['title', 'string', 'Adapter title', 'AppLovin Android'],
    ['platform', 'string', 'For example the service', 'ANDROID'],
    ['formats', 'array of string', 'Supported formats', ['APP_OPEN', 'BANNER', 'INTERSTITIAL', 'REWARDED']],
    [
      'adapterConfigMetadata',
      'array of {adapterConfigMetadataId, adapterConfigMetadataLabel}',
      'The configuration settings that the adapter takes',
      [
        { adapterConfigMetadataId: '1111', adapterConfigMetadataLabel: 'SDK Key', isRequired: true },
        { adapterConfigMetadataId: '1112', adapterConfigMetadataLabel: 'Zone ID' },
      ],
    ],
  ])('an Adapter has the member %s, %s: %s', (field, _type, _meaning, value) => {
    expect(adapter[field]).toEqual(value);
  });

  it('an Adapter has these members and no others', () => {
    expect(Object.keys(adapter)).toEqual([
      'name',
      'adapterId',
      'title',
      'platform',
      'formats',
      'adapterConfigMetadata',
    ]);
  });

  it('an Adapter has its formats among the adapter formats, in every source', async () => {
    const formats = ['BANNER', 'INTERSTITIAL', 'REWARDED', 'NATIVE', 'REWARDED_INTERSTITIAL', 'APP_OPEN'];
    let count = 0;
    for (const { name } of (await client.get(`${ACCOUNT}/adSources`)).adSources) {
      for (const one of (await client.get(`/v1beta/${name}/adapters`)).adapters ?? []) {
        count += 1;
        expect(formats).toEqual(expect.arrayContaining(one.formats));
        expect(['ANDROID', 'IOS', 'WINDOWS_PHONE']).toContain(one.platform);
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  it('an Adapter belongs to its ad source: an unknown source is 404, one without adapters has none', async () => {
    for (const id of ['42', 'x', '0', '-1']) {
      expect((await world().call('GET', `${ACCOUNT}/adSources/${id}/adapters`)).status).toBe(404);
    }
    expect(await client.get(`${ACCOUNT}/adSources/${OWN_NETWORK}/adapters`)).toEqual({});
  });
});
