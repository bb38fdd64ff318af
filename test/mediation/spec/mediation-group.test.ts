import { beforeAll, describe, expect, it } from 'vitest';
import { badFields, clientOf, MANUAL_LINE } from '../http/support/panel.ts';
import { adUnit, GROUP, MINE, newGroup, OWN_NETWORK, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

describe('MediationGroup', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a resource, member by member
  let group: any;
  beforeAll(async () => {
    group = (await newGroup(world())).group;
  });

  it.each([
    ['name', 'string', 'Resource name', expect.stringContaining(`accounts/${MINE}/mediationGroups/`)],
    ['mediationGroupId', 'string', 'Group id', expect.stringMatching(/^\d{10}$/)],
    ['displayName', 'string', 'Name of the group', GROUP.displayName],
    ['state', 'string', 'ENABLED is the value used', 'ENABLED'],
    ['mediationAbExperimentState', 'string', 'NOT_RUNNING when the group has none', 'NOT_RUNNING'],
    ['targeting', 'object', 'Platform, format, region codes and ad units', GROUP.targeting],
    ['mediationGroupLines', 'object', 'map: line id to MediationGroupLine', expect.any(Object)],
  ])('a MediationGroup has the member %s, %s: %s', (field, type, _, value) => {
    expect(typeof group[field]).toBe(type);
    expect(group[field]).toEqual(value);
  });

  it('a MediationGroup has these members and an etag, and no others', () => {
    expect(Object.keys(group)).toEqual([
      'name',
      'mediationGroupId',
      'displayName',
      'state',
      'targeting',
      'mediationGroupLines',
      'mediationAbExperimentState',
      'etag',
    ]);
  });

  it('mediationAbExperimentState: a group is RUNNING during an active A/B experiment', async () => {
    const { path } = await newGroup(world());
    await client.createExperiment(path);
    expect((await client.get(path)).mediationAbExperimentState).toBe('RUNNING');
  });

  it('mediationAbExperimentState: lists have it beside the member state, which is the state of the group', async () => {
    const listed = await client.listed(group);
    expect(listed).toMatchObject({ state: 'ENABLED', mediationAbExperimentState: 'NOT_RUNNING' });
  });

  it('mediationGroupLines: the key of each line is its id', () => {
    for (const [key, line] of Object.entries<{ id: string }>(group.mediationGroupLines)) {
      expect(line.id).toBe(key);
    }
  });

  it('state: a new group is DISABLED if the request says so; unset and STATE_UNSPECIFIED mean ENABLED', async () => {
    for (const [sent, state] of [
      ['DISABLED', 'DISABLED'],
      ['STATE_UNSPECIFIED', 'ENABLED'],
      [undefined, 'ENABLED'],
    ]) {
      expect((await client.createGroup({ state: sent })).state).toBe(state);
    }
  });
});

describe('Targeting', () => {
  const created = async (targeting: object) =>
    (await client.createGroup({ targeting: { platform: 'ANDROID', format: 'BANNER', ...targeting } }))
      .targeting;
  const refused = async (targeting: object) =>
    badFields(
      await client.refusedGroup({ targeting: { platform: 'ANDROID', format: 'BANNER', ...targeting } }),
    );

  it.each([
    ['ANDROID', 'ANDROID'],
    ['Android', 'ANDROID'],
    ['IOS', 'IOS'],
    ['iOS', 'IOS'],
  ])('platform: %s is accepted, and answered as %s', async (platform, answered) => {
    expect((await created({ platform })).platform).toBe(answered);
  });

  it.each(['BANNER', 'INTERSTITIAL', 'REWARDED', 'NATIVE', 'REWARDED_INTERSTITIAL', 'APP_OPEN'])(
    'format: %s is one of the adapter formats',
    async (format) => {
      expect((await created({ format })).format).toBe(format);
    },
  );

  it('format: BANNER_INTERSTITIAL, for legacy ad units, is accepted', async () => {
    expect((await created({ format: 'BANNER_INTERSTITIAL' })).format).toBe('BANNER_INTERSTITIAL');
  });

  it.each([
    ['platform', { platform: undefined }],
    ['platform', { platform: 'WINDOWS_PHONE' }],
    ['platform', { platform: 'PLATFORM_UNSPECIFIED' }],
    ['format', { format: undefined }],
    ['format', { format: 'banner' }],
    ['format', { format: 'BILLBOARD' }],
  ])('targeting.%s is required and must have one of the values; %j is refused', async (field, targeting) => {
    expect(await refused(targeting)).toEqual([`targeting.${field}`]);
  });

  it.each(['targetedRegionCodes', 'excludedRegionCodes'])(
    '%s: the region codes are a list of CLDR regions',
    async (field) => {
      const regions = ['US', 'DE', '419'];
      expect((await created({ [field]: regions }))[field]).toEqual(regions);
      expect(await created({ [field]: [] })).not.toHaveProperty(field);
      expect((await created({ [field]: ['US', 'US'] }))[field]).toEqual(['US']);
    },
  );

  it.each(['us', 'USA', 'U', '', '41', '4190', 'U1', ' US'])(
    'targetedRegionCodes: %j is refused, because it is no region code',
    async (region) => {
      expect(await refused({ targetedRegionCodes: ['DE', region] })).toEqual([
        'targeting.targetedRegionCodes[1]',
      ]);
    },
  );

  it('one region cannot be both targeted and excluded', async () => {
    expect(await refused({ targetedRegionCodes: ['US', 'DE'], excludedRegionCodes: ['DE'] })).toEqual([
      'targeting.excludedRegionCodes',
    ]);
    const both = { targetedRegionCodes: ['US'], excludedRegionCodes: ['DE'] };
    expect(await created(both)).toMatchObject(both);
  });

  it('adUnitIds: create and update requests send an array of ad unit ids', async () => {
    const adUnitIds = [adUnit('0000000003'), adUnit('0000000001')];
    const { path, group } = await newGroup(world(), { targeting: { ...GROUP.targeting, adUnitIds } });
    expect(group.targeting.adUnitIds).toEqual(adUnitIds);
    const sent = { targeting: { adUnitIds: [adUnit('0000000009')] } };
    expect((await client.patch(path, 'targeting.adUnitIds', sent)).targeting).toMatchObject(sent.targeting);
  });

  it('adUnitIds: the list response shows ad unit fragments under the name adUnits, in the same order', async () => {
    const adUnitIds = [adUnit('0000000003'), adUnit('0000000001')];
    const { group } = await newGroup(world(), { targeting: { ...GROUP.targeting, adUnitIds } });
    expect((await client.listed(group)).targeting).toMatchObject({
      adUnitIds,
      adUnits: ['0000000003', '0000000001'],
    });
  });

  it('adUnitIds: a repeated id is kept once, and an ad unit may be in several groups', async () => {
    const [one, two] = [adUnit('0000000001'), adUnit('0000000002')];
    expect((await created({ adUnitIds: [two, one, two] })).adUnitIds).toEqual([two, one]);
  });

  it.each(['ALL', 'AVAILABLE', 'NOT_AVAILABLE'])('idfaTargeting: %s is accepted', async (idfaTargeting) => {
    for (const platform of ['IOS', 'ANDROID']) {
      expect((await created({ platform, idfaTargeting })).idfaTargeting).toBe(idfaTargeting);
    }
  });

  it('idfaTargeting: an unset value means ALL on iOS, and is not needed on Android', async () => {
    for (const unset of [{}, { idfaTargeting: 'IDFA_TARGETING_UNSPECIFIED' }]) {
      expect((await created({ platform: 'IOS', ...unset })).idfaTargeting).toBe('ALL');
      expect(await created({ platform: 'ANDROID', ...unset })).not.toHaveProperty('idfaTargeting');
    }
  });
});

describe('Lines of a new group', () => {
  const ownLines = (group: { mediationGroupLines: Record<string, { adSourceId: string }> }) =>
    Object.values(group.mediationGroupLines).filter(({ adSourceId }) => adSourceId === OWN_NETWORK);

  it("the service's own network line is added by default and need not be included", async () => {
    for (const mediationGroupLines of [undefined, {}, GROUP.mediationGroupLines]) {
      expect(ownLines(await client.createGroup({ mediationGroupLines }))).toMatchObject([
        { cpmMode: 'LIVE', cpmMicros: '10000', state: 'ENABLED', experimentVariant: 'ORIGINAL' },
      ]);
    }
  });

  it('a line of the own network in the request replaces the default one', async () => {
    const own = { ...MANUAL_LINE, displayName: 'Ours', adSourceId: OWN_NETWORK };
    const group = await client.createGroup({ mediationGroupLines: { '-1': own } });
    expect(Object.values(group.mediationGroupLines)).toEqual([expect.objectContaining(own)]);
    expect(ownLines(group)).toHaveLength(1);
  });
});
