import { describe, expect, it } from 'vitest';
import { parseCatalogue } from '../../../src/mediation/catalogue/index.ts';
import { APPLOVIN, OWN_NETWORK } from './support/samples.ts';
import { CATALOGUE, useWorld } from './support/world.ts';

const world = useWorld();
const AD_SOURCES = 'accounts.adSources.list';
const ADAPTERS = 'accounts.adSources.adapters.list';

/** Ids of ad sources in the public list. */
const KNOWN_IDS = [
  '5450213213286189855',
  '1215381445328257950',
  '18351550913290782395',
  '1063618907739174004',
  '1328079684332308356',
  '2873236629771172317',
  '2179455223494392917',
  '8189833498765234879',
  '7681903010231960328',
  '8468954295581492586',
  '5264320421916134407',
  '6925240245545091930',
  '1643326773739866623',
  '1953547073528090325',
  '4692500501762622185',
  '5208827440166355534',
  '7505118203095108657',
  '4100650709078789802',
  '8419777862490735710',
  '3025503711505004547',
  '2615812619460460513',
  '7943972370566394673',
  '4970775877303683148',
  '7069338991535737586',
  '10568273599589928883',
  '11198165126854996598',
  '1357746574408896200',
  '6250601289653372374',
  '4069896914521993236',
  '3525379893916449117',
];

describe('The list of ad sources', () => {
  it('the list of ad sources has the well-known ones with name, id and title', async () => {
    const publisher = await world().publisher();
    const { adSources } = await world().call(publisher, AD_SOURCES);
    expect(adSources?.map(({ adSourceId }) => adSourceId).toSorted()).toEqual(KNOWN_IDS.toSorted());
    expect(adSources).toContainEqual({
      name: `accounts/${publisher}/adSources/${APPLOVIN}`,
      adSourceId: APPLOVIN,
      title: 'AppLovin',
    });
  });

  it('ad sources are sorted by numeric id, page by page', async () => {
    const publisher = await world().publisher();
    const ids: string[] = [];
    let pageToken: string | undefined = '';
    while (pageToken !== undefined) {
      const page: { adSources?: { adSourceId?: string }[]; nextPageToken?: string } = await world().call(
        publisher,
        AD_SOURCES,
        { query: { pageSize: '5', pageToken } },
      );
      ids.push(...(page.adSources ?? []).map(({ adSourceId }) => adSourceId as string));
      pageToken = page.nextPageToken;
    }
    expect(ids).toEqual(KNOWN_IDS.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)));
  });

  it('the ad sources of an account that does not exist are answered with 404', async () => {
    expect((await world().refused('pub-9999999999999999', AD_SOURCES)).code).toBe('NOT_FOUND');
  });

  it('the list of ad sources follows a replaced catalogue', async () => {
    const publisher = await world().publisher();
    const file = { ownNetwork: '7', adSources: [{ adSourceId: '7', title: 'House ads', adapters: [] }] };
    world().catalogue.replace(parseCatalogue(JSON.stringify(file)));
    try {
      const { adSources } = await world().call(publisher, AD_SOURCES);
      expect(adSources?.map(({ title }) => title)).toEqual(['House ads']);
    } finally {
      world().catalogue.replace(CATALOGUE);
    }
  });
});

describe('The list of adapters of an ad source', () => {
  it('the list of adapters has platform, formats and settings of each', async () => {
    const publisher = await world().publisher();
    const { adapters } = await world().call(publisher, ADAPTERS, { path: { adSourcesId: APPLOVIN } });
    expect(adapters?.[0]).toEqual({
      name: `accounts/${publisher}/adSources/${APPLOVIN}/adapters/111`,
      adapterId: '111',
      title: 'AppLovin Android',
      platform: 'ANDROID',
      formats: ['APP_OPEN', 'BANNER', 'INTERSTITIAL', 'REWARDED'],
      adapterConfigMetadata: [
        { adapterConfigMetadataId: '1111', adapterConfigMetadataLabel: 'SDK Key', isRequired: true },
        { adapterConfigMetadataId: '1112', adapterConfigMetadataLabel: 'Zone ID' },
      ],
    });
    expect(adapters?.map(({ platform }) => platform)).toEqual(['ANDROID', 'IOS']);
  });

  it('adapters are listed page by page', async () => {
    const publisher = await world().publisher();
    const at = { path: { adSourcesId: APPLOVIN } };
    const first = await world().call(publisher, ADAPTERS, { ...at, query: 'pageSize=1' });
    const query = { pageSize: '1', pageToken: first.nextPageToken as string };
    const second = await world().call(publisher, ADAPTERS, { ...at, query });
    expect([first, second].map(({ adapters }) => adapters?.[0]?.adapterId)).toEqual(['111', '112']);
    expect(second).not.toHaveProperty('nextPageToken');
  });

  it('the adapters of a source without any are an empty object', async () => {
    const publisher = await world().publisher();
    expect(await world().call(publisher, ADAPTERS, { path: { adSourcesId: OWN_NETWORK } })).toEqual({});
  });

  it.each(['42', 'abc', ''])(
    'adapters of the unknown ad source %j are answered with 404',
    async (adSourcesId) => {
      const publisher = await world().publisher();
      expect((await world().refused(publisher, ADAPTERS, { path: { adSourcesId } })).code).toBe('NOT_FOUND');
    },
  );
});

describe('The built-in catalogue of ad sources', () => {
  it('every source of the built-in catalogue with adapters has one for Android and one for iOS', () => {
    for (const { adapters } of CATALOGUE.adSources) {
      expect([[], ['ANDROID', 'IOS']]).toContainEqual(adapters.map(({ platform }) => platform));
    }
  });
});
