import { beforeAll, describe, expect, it } from 'vitest';
import { badFields, clientOf, LIVE_LINE, MANUAL_LINE, ofLine } from '../http/support/panel.ts';
import { APPLOVIN, adUnit, newGroup, OWN_NETWORK, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

describe('MediationGroupLine', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a resource, member by member
  let line: any;
  let mapping = '';
  beforeAll(async () => {
    mapping = (await client.createMapping()).name;
    line = await client.createLine({ ...MANUAL_LINE, adUnitMappings: { [adUnit()]: mapping } });
  });

  it.each([
    ['id', 'string', 'Line id', expect.stringMatching(/^\d{16}$/)],
    ['displayName', 'string', 'Line name', 'Line'],
    ['adSourceId', 'string', 'The ad source of the line', APPLOVIN],
    ['cpmMode', 'string', 'LIVE or MANUAL', 'MANUAL'],
    ['cpmMicros', 'string', 'CPM in micros, used with MANUAL mode', '2500000'],
    ['state', 'string', 'ENABLED is the value used', 'ENABLED'],
    ['experimentVariant', 'string', 'ORIGINAL is the value used in listings', 'ORIGINAL'],
  ])('a MediationGroupLine has the member %s, %s: %s', (field, type, _, value) => {
    expect(typeof line[field]).toBe(type);
    expect(line[field]).toEqual(value);
  });

  it('adUnitMappings: the mappings of a line are a map from ad unit id to ad unit mapping name', () => {
    expect(line.adUnitMappings).toEqual({ [adUnit()]: mapping });
  });

  it('a MediationGroupLine has these members and no others', () => {
    expect(Object.keys(line).toSorted()).toEqual(
      [
        'id',
        'displayName',
        'adSourceId',
        'cpmMode',
        'cpmMicros',
        'state',
        'adUnitMappings',
        'experimentVariant',
      ].toSorted(),
    );
  });
});

describe('cpmMode', () => {
  it.each([
    [
      'LIVE',
      'a cpmMicros beside it is ignored and 10000 reported',
      { ...LIVE_LINE, cpmMicros: '5' },
      '10000',
    ],
    ['MANUAL', 'with the value of cpmMicros', MANUAL_LINE, '2500000'],
    ['MANUAL', 'when only cpmMicros is sent', { adSourceId: APPLOVIN, cpmMicros: 20_000 }, '20000'],
    ['LIVE', 'when nothing is sent', { adSourceId: APPLOVIN }, '10000'],
    ['LIVE', 'when unset', { adSourceId: APPLOVIN, cpmMode: 'CPM_MODE_UNSPECIFIED' }, '10000'],
  ])('cpmMode: a line is %s %s', async (cpmMode, _, sent, cpmMicros) => {
    expect(await client.createLine(sent)).toMatchObject({ cpmMode, cpmMicros });
  });

  it('cpmMode: ANO is output only', async () => {
    const answer = await client.refusedLine({ ...LIVE_LINE, cpmMode: 'ANO' });
    expect(badFields(answer)).toEqual(['mediationGroupLines["-1"].cpmMode']);
    const { path, lineId } = await newGroup(world());
    const patch = await client.refusedPatch(
      path,
      `mediationGroupLines[${lineId}].cpmMode`,
      ofLine(lineId, { cpmMode: 'ANO' }),
    );
    expect(badFields(patch)).toEqual([`mediationGroupLines["${lineId}"].cpmMode`]);
  });
});

describe('cpmMicros', () => {
  it.each([
    ['10000', '10000'],
    [10_000, '10000'],
    ['9223372036854775807', '9223372036854775807'],
  ])('cpmMicros: the price is an int64, as a string or a number: %j', async (cpmMicros, answered) => {
    expect((await client.createLine({ ...MANUAL_LINE, cpmMicros })).cpmMicros).toBe(answered);
  });

  it.each(['9999', 0, '-10000'])(
    'cpmMicros: the price is at least $0.01, which is 10000; %j is refused',
    async (cpmMicros) => {
      const answer = await client.refusedLine({ ...MANUAL_LINE, cpmMicros });
      expect(badFields(answer)).toEqual(['mediationGroupLines["-1"].cpmMicros']);
    },
  );

  it.each(['9223372036854775808', '1.5', 1.5, '', 'x', true, []])(
    'cpmMicros: %j is refused, because it is no int64',
    async (cpmMicros) => {
      const answer = await client.refusedLine({ ...MANUAL_LINE, cpmMicros });
      expect(badFields(answer)[0]).toContain('mediation_group.mediation_group_lines["-1"]');
    },
  );
});

describe('state', () => {
  it.each([
    ['ENABLED', 'ENABLED'],
    ['DISABLED', 'DISABLED'],
    ['STATE_UNSPECIFIED', 'ENABLED'],
    [undefined, 'ENABLED'],
  ])('state: %s of a new line is answered as %s', async (sent, state) => {
    expect((await client.createLine({ ...LIVE_LINE, state: sent })).state).toBe(state);
  });

  it('state: REMOVED is input only; a line that is set to it disappears', async () => {
    const { path, lineId, group } = await newGroup(world());
    const mask = `mediationGroupLines[${lineId}].state`;
    const after = await client.patch(path, mask, ofLine(lineId, { state: 'REMOVED' }));
    expect(Object.keys(after.mediationGroupLines)).not.toContain(lineId);
    expect(JSON.stringify(await client.listed(group))).not.toContain(lineId);
  });
});

describe('id, adSourceId, displayName and adUnitMappings', () => {
  it('id: a new line may repeat its placeholder or omit it', async () => {
    for (const id of ['-1', undefined, ''])
      expect(await client.createLine({ ...LIVE_LINE, id })).toBeDefined();
    expect(badFields(await client.refusedLine({ ...LIVE_LINE, id: '-2' }))).toEqual([
      'mediationGroupLines["-1"].id',
    ]);
  });

  it('adSourceId: an ad source id may exceed 64 bits', async () => {
    const adSourceId = '18351550913290782395';
    expect((await client.createLine({ adSourceId })).adSourceId).toBe(adSourceId);
  });

  it.each([1e18, 42, true])('adSourceId: an ad source id is a string; %j is refused', async (adSourceId) => {
    const [field] = badFields(await client.refusedLine({ adSourceId }));
    expect(field).toBe('mediation_group.mediation_group_lines["-1"].ad_source_id');
  });

  it('displayName: the name of a line defaults to the title of the ad source', async () => {
    expect((await client.createLine({ adSourceId: APPLOVIN })).displayName).toBe('AppLovin');
  });

  it('displayName: the name of a line has at most 255 characters', async () => {
    const displayName = '\u{1F600}'.repeat(255);
    expect((await client.createLine({ ...LIVE_LINE, displayName })).displayName).toBe(displayName);
    const answer = await client.refusedLine({ ...LIVE_LINE, displayName: `${displayName}x` });
    expect(badFields(answer)).toEqual(['mediationGroupLines["-1"].displayName']);
  });

  it('adUnitMappings: mappings of a line of the own network are ignored', async () => {
    const line = await client.createLine({
      adSourceId: OWN_NETWORK,
      adUnitMappings: { [adUnit()]: 'anything' },
    });
    expect(line).not.toHaveProperty('adUnitMappings');
  });

  it.each([
    ['a display name', () => 'Mapping'],
    ['a mapping that does not exist', (name: string) => `${name}0`],
    ['a mapping of another ad unit', (name: string) => name.replace('0000000001', '0000000002')],
    ['a mapping of another publisher', (name: string) => name.replace('1111', '2222')],
  ])('adUnitMappings: %s is refused, and the error names the field', async (_, broken) => {
    const { name } = await client.createMapping();
    const adUnitMappings = { [adUnit()]: broken(name) };
    const answer = await client.refusedLine({ ...MANUAL_LINE, adUnitMappings });
    expect(badFields(answer)).toEqual([`mediationGroupLines["-1"].adUnitMappings["${adUnit()}"]`]);
  });

  it.each([
    ['the line of another ad source', { adSourceId: '2873236629771172317' }, {}],
    ['a group for another platform', {}, { platform: 'IOS', format: 'BANNER' }],
    ['a group of a format that the adapter does not load', {}, { platform: 'ANDROID', format: 'NATIVE' }],
  ])('adUnitMappings: a mapping does not fit %s', async (_, line, targeting) => {
    const adUnitMappings = { [adUnit()]: (await client.createMapping()).name };
    const answer = await client.refusedGroup({
      targeting: { platform: 'ANDROID', format: 'BANNER', ...targeting },
      mediationGroupLines: { '-1': { ...MANUAL_LINE, ...line, adUnitMappings } },
    });
    expect(badFields(answer)).toEqual([`mediationGroupLines["-1"].adUnitMappings["${adUnit()}"]`]);
  });
});

describe('experimentVariant', () => {
  it.each(['VARIANT_A', 'VARIANT_B', 'ORIGINAL', 'VARIANT_UNSPECIFIED', 'NOPE', 7])(
    'experimentVariant: the variant is output only; %j in a request is ignored',
    async (experimentVariant) => {
      expect((await client.createLine({ ...LIVE_LINE, experimentVariant })).experimentVariant).toBe(
        'ORIGINAL',
      );
    },
  );
});
