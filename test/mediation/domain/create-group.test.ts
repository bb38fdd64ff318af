import { describe, expect, it } from 'vitest';
import {
  APPLOVIN,
  adUnit,
  CREATE_GROUP,
  createGroup,
  GET_GROUP,
  groupBody,
  liveLine,
  manualLine,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

async function refusedGroup(changes: object) {
  const publisher = await world().publisher();
  const error = await world().refused(publisher, CREATE_GROUP, { body: groupBody(publisher, changes) });
  expect(error.code).toBe('INVALID_ARGUMENT');
  return error.violations.map(({ field }) => field);
}

describe('Creating a mediation group: the answer', () => {
  it('creating a group answers the full resource, with a 10-digit id', async () => {
    const publisher = await world().publisher();
    const { group } = await createGroup(world(), publisher);
    expect(group.mediationGroupId).toMatch(/^\d{10}$/);
    expect(group).toMatchObject({
      name: `accounts/${publisher}/mediationGroups/${group.mediationGroupId}`,
      displayName: 'Banner group',
      state: 'ENABLED',
      mediationAbExperimentState: 'NOT_RUNNING',
      targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnit(publisher)] },
    });
    expect(group.etag).toMatch(/^".+"$/);
  });

  it('each new line gets a 16-digit id, as its key and its id member, and the variant ORIGINAL', async () => {
    const publisher = await world().publisher();
    const mediationGroupLines = { '-1': manualLine(), '-2': liveLine(), '-17': manualLine('Third') };
    const { group } = await createGroup(world(), publisher, { mediationGroupLines });
    const lines = Object.entries(group.mediationGroupLines ?? {});
    expect(lines).toHaveLength(4);
    for (const [key, line] of lines) {
      expect(key).toMatch(/^\d{16}$/);
      expect(line).toMatchObject({ id: key, experimentVariant: 'ORIGINAL' });
    }
    expect(lines.map(([, line]) => line.displayName)).toEqual([
      'AppLovin line',
      'Bidding line',
      'Third',
      'AdMob Network',
    ]);
  });

  it('creating a group answers the same as reading it afterwards', async () => {
    const publisher = await world().publisher();
    const { group, path } = await createGroup(world(), publisher);
    expect(await world().call(publisher, GET_GROUP, { path })).toEqual(group);
  });

  it('a group created with the state DISABLED keeps it', async () => {
    const publisher = await world().publisher();
    const { group } = await createGroup(world(), publisher, { state: 'DISABLED' });
    expect(group.state).toBe('DISABLED');
  });

  it('a new group is ENABLED if the request has no state or the unset value', async () => {
    const publisher = await world().publisher();
    const { group } = await createGroup(world(), publisher, { state: 'STATE_UNSPECIFIED' });
    expect(group.state).toBe('ENABLED');
  });

  it('output-only members of the request are ignored', async () => {
    const publisher = await world().publisher();
    const { group } = await createGroup(world(), publisher, {
      name: 'accounts/pub-1/mediationGroups/1',
      mediationGroupId: '1',
      mediationAbExperimentState: 'RUNNING',
      etag: '"7"',
      mediationGroupLines: { '-1': { ...manualLine(), experimentVariant: 'VARIANT_B' } },
    });
    expect(group.mediationGroupId).not.toBe('1');
    expect(group.mediationAbExperimentState).toBe('NOT_RUNNING');
    expect(Object.values(group.mediationGroupLines ?? {})[0]?.experimentVariant).toBe('ORIGINAL');
  });
});

describe('Creating a mediation group: targeting', () => {
  it.each([
    ['iOS', 'IOS'],
    ['ios', 'IOS'],
    ['Android', 'ANDROID'],
    ['ANDROID', 'ANDROID'],
  ])('the platform %s is read as %s', async (platform, stored) => {
    const publisher = await world().publisher();
    const { group } = await createGroup(world(), publisher, {
      targeting: { platform, format: 'BANNER' },
      mediationGroupLines: {},
    });
    expect(group.targeting?.platform).toBe(stored);
  });

  it.each([
    'APP_OPEN',
    'BANNER',
    'BANNER_INTERSTITIAL',
    'INTERSTITIAL',
    'NATIVE',
    'REWARDED',
    'REWARDED_INTERSTITIAL',
  ])('the format %s is accepted', async (format) => {
    const publisher = await world().publisher();
    const targeting = { platform: 'ANDROID', format };
    const { group } = await createGroup(world(), publisher, { targeting, mediationGroupLines: {} });
    expect(group.targeting?.format).toBe(format);
  });

  it('the IDFA targeting defaults to ALL on iOS, and is omitted on Android', async () => {
    const publisher = await world().publisher();
    const targeting = (platform: string) => ({
      targeting: { platform, format: 'BANNER' },
      mediationGroupLines: {},
    });
    const { group: ios } = await createGroup(world(), publisher, targeting('IOS'));
    const { group: android } = await createGroup(world(), publisher, targeting('ANDROID'));
    expect(ios.targeting?.idfaTargeting).toBe('ALL');
    expect(android.targeting).not.toHaveProperty('idfaTargeting');
  });

  it.each(['ALL', 'AVAILABLE', 'NOT_AVAILABLE'])('the IDFA targeting %s is kept', async (idfaTargeting) => {
    const publisher = await world().publisher();
    const targeting = { platform: 'IOS', format: 'BANNER', idfaTargeting };
    const { group } = await createGroup(world(), publisher, { targeting, mediationGroupLines: {} });
    expect(group.targeting?.idfaTargeting).toBe(idfaTargeting);
  });

  it('lists of CLDR regions are kept', async () => {
    const publisher = await world().publisher();
    const regions = { targetedRegionCodes: ['US', 'DE', '419'], excludedRegionCodes: ['AT'] };
    const targeting = { platform: 'ANDROID', format: 'BANNER', ...regions };
    const { group } = await createGroup(world(), publisher, { targeting });
    expect(group.targeting).toMatchObject(regions);
  });

  it('repeated ad units are kept once, in the place of the first', async () => {
    const publisher = await world().publisher();
    const [one, two] = [adUnit(publisher, '0000000001'), adUnit(publisher, '0000000002')];
    const targeting = { platform: 'ANDROID', format: 'BANNER', adUnitIds: [two, one, two] };
    const { group } = await createGroup(world(), publisher, { targeting });
    expect(group.targeting?.adUnitIds).toEqual([two, one]);
  });

  it('two groups may target the same ad unit', async () => {
    const publisher = await world().publisher();
    await createGroup(world(), publisher);
    await createGroup(world(), publisher);
  });

  it('a group may have no ad units', async () => {
    const publisher = await world().publisher();
    const { group } = await createGroup(world(), publisher, {
      targeting: { platform: 'ANDROID', format: 'BANNER' },
    });
    expect(group.targeting).not.toHaveProperty('adUnitIds');
  });

  const other = 'pub-0000000000000001';
  it.each([
    ['no targeting', undefined, ['targeting.platform', 'targeting.format']],
    ['an unknown platform', { platform: 'WINDOWS_PHONE', format: 'BANNER' }, ['targeting.platform']],
    ['an unknown format', { platform: 'IOS', format: 'BILLBOARD' }, ['targeting.format']],
    [
      'an ad unit of another publisher',
      { platform: 'IOS', format: 'BANNER', adUnitIds: [adUnit(other)] },
      ['targeting.adUnitIds[0]'],
    ],
    [
      'a fragment in place of an ad unit id',
      { platform: 'IOS', format: 'BANNER', adUnitIds: ['0000000001'] },
      ['targeting.adUnitIds[0]'],
    ],
    [
      'a region in lower case',
      { platform: 'IOS', format: 'BANNER', targetedRegionCodes: ['US', 'de'] },
      ['targeting.targetedRegionCodes[1]'],
    ],
    [
      'a region that is targeted and excluded',
      { platform: 'IOS', format: 'BANNER', targetedRegionCodes: ['US', 'DE'], excludedRegionCodes: ['DE'] },
      ['targeting.excludedRegionCodes'],
    ],
  ])('a group is refused with %s', async (_, targeting, fields) => {
    expect(await refusedGroup({ targeting, mediationGroupLines: {} })).toEqual(fields);
  });
});

describe('Creating a mediation group: names', () => {
  it('the name of a group has at most 120 characters, counted as code points', async () => {
    const publisher = await world().publisher();
    const displayName = '\u{1F600}'.repeat(120);
    const { group } = await createGroup(world(), publisher, { displayName });
    expect(group.displayName).toBe(displayName);
  });

  it.each([
    ['no name', undefined],
    ['an empty name', ''],
    ['a name of 121 characters', '\u{1F600}'.repeat(121)],
    ['a name with U+0000', 'a\0b'],
    ['a name with half a surrogate pair', 'a\ud83d'],
    ['a name of blanks', ' \u00a0\u3000'],
    ['a name with a tab', 'a\tb'],
    ['a name of two lines', 'a\nb'],
    ['a name with U+007F', 'a\u007f'],
    ['a name with a right-to-left override', '\u202egpj.exe'],
    ['a name with a direction isolate', 'a\u2066b\u2069'],
  ])('the name of a group is refused: %s', async (_, displayName) => {
    expect(await refusedGroup({ displayName })).toEqual(['displayName']);
  });

  it.each(['שלום عالم', 'zero\u200bwidth', '\u{1F469}\u200d\u{1F680}', ' a '])(
    'the name of a group may be %j',
    async (displayName) => {
      const publisher = await world().publisher();
      expect((await createGroup(world(), publisher, { displayName })).group.displayName).toBe(displayName);
    },
  );

  it('the name of a line has at most 255 characters, and defaults to the title of the ad source', async () => {
    const publisher = await world().publisher();
    const { lines } = await createGroup(world(), publisher, {
      mediationGroupLines: {
        '-1': { ...liveLine(), displayName: 'x'.repeat(255) },
        '-2': { ...liveLine(), displayName: undefined },
      },
    });
    expect(lines[0]?.displayName).toHaveLength(255);
    expect(lines[1]?.displayName).toBe('InMobi Exchange (bidding)');
  });

  it.each([' ', '\u0007', '\u202eb'])('the name of a line is refused: %j', async (displayName) => {
    const fields = await refusedGroup({ mediationGroupLines: { '-1': { ...liveLine(), displayName } } });
    expect(fields).toEqual(['mediationGroupLines["-1"].displayName']);
  });

  it('the name of a line with more than 255 characters is refused', async () => {
    const line = { ...liveLine(), displayName: 'x'.repeat(256) };
    const fields = await refusedGroup({ mediationGroupLines: { '-1': line } });
    expect(fields).toEqual(['mediationGroupLines["-1"].displayName']);
  });
});

describe('Creating a mediation group: the request', () => {
  it('the request may use snake_case names', async () => {
    const publisher = await world().publisher();
    const group = await world().call(publisher, CREATE_GROUP, {
      body: {
        display_name: 'Snake',
        targeting: { platform: 'ANDROID', format: 'BANNER', ad_unit_ids: [adUnit(publisher)] },
        mediation_group_lines: {
          '-1': { display_name: 'Line', ad_source_id: APPLOVIN, cpm_mode: 'MANUAL', cpm_micros: 20_000 },
        },
      },
    });
    expect(group.displayName).toBe('Snake');
    expect(Object.values(group.mediationGroupLines ?? {})[0]).toMatchObject({ cpmMicros: '20000' });
  });

  it('null in the request counts as absent', async () => {
    const publisher = await world().publisher();
    const { group } = await createGroup(world(), publisher, { state: null, mediationGroupLines: null });
    expect(group.state).toBe('ENABLED');
  });

  it('one answer reports all semantic problems', async () => {
    const fields = await refusedGroup({
      displayName: '',
      targeting: { platform: 'TV', format: 'BANNER', adUnitIds: ['x'] },
      mediationGroupLines: { '-1': { adSourceId: '42', cpmMode: 'MANUAL' } },
    });
    expect(fields).toEqual([
      'displayName',
      'targeting.platform',
      'targeting.adUnitIds[0]',
      'mediationGroupLines["-1"].adSourceId',
      'mediationGroupLines["-1"].cpmMicros',
    ]);
  });

  it.each([
    ['an unknown member', { trafficPercentage: 1 }, 'Unknown name "trafficPercentage"'],
    ['an unknown nested member', { targeting: { x: 1 } }, `Unknown name "x" at 'mediation_group.targeting'`],
    ['an unknown enum name', { state: 'PAUSED' }, `Invalid value at 'mediation_group.state'`],
    ['a number for an enum', { state: 1 }, `Invalid value at 'mediation_group.state'`],
    ['lines as a list', { mediationGroupLines: [liveLine()] }, 'Proto field is not repeating'],
    ['both spellings of a member', { displayName: 'a', display_name: 'b' }, 'is already set'],
  ])('a malformed request is refused with %s', async (_, changes, words) => {
    const publisher = await world().publisher();
    const body = groupBody(publisher, changes);
    const error = await world().refused(publisher, CREATE_GROUP, { body });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_BODY' });
    expect(error.message).toContain(words);
  });

  it('one answer reports all problems of query and body, before the account is looked up', async () => {
    const missing = 'pub-9999999999999999';
    const error = await world().refused(missing, CREATE_GROUP, {
      query: 'colour=red&validateOnly=perhaps',
      body: groupBody(missing, { state: 'PAUSED', size: 1 }),
    });
    expect(error.code).toBe('INVALID_ARGUMENT');
    for (const words of ['"colour"', 'validate_only', 'PAUSED', '"size"'])
      expect(error.message).toContain(words);
  });

  it('semantic errors are reported only if the account exists', async () => {
    const missing = 'pub-9999999999999999';
    const error = await world().refused(missing, CREATE_GROUP, { body: {} });
    expect(error).toMatchObject({ code: 'NOT_FOUND', message: 'Requested entity was not found.' });
  });
});
