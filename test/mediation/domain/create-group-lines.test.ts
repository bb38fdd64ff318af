import { describe, expect, it } from 'vitest';
import {
  APPLOVIN,
  adUnit,
  CREATE_GROUP,
  CUSTOM_EVENT,
  createGroup,
  createMapping,
  groupBody,
  liveLine,
  manualLine,
  OWN_NETWORK,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

async function refusedGroup(changes: object) {
  const publisher = await world().publisher();
  const error = await world().refused(publisher, CREATE_GROUP, { body: groupBody(publisher, changes) });
  expect(error.code).toBe('INVALID_ARGUMENT');
  return error.violations.map(({ field }) => field);
}

describe('Creating a mediation group: the line of the own network', () => {
  it('a new group gets a line of the own network by default: LIVE, ENABLED, ORIGINAL', async () => {
    const publisher = await world().publisher();
    const { lines } = await createGroup(world(), publisher);
    expect(lines.filter((line) => line.adSourceId === OWN_NETWORK)).toMatchObject([
      { displayName: 'AdMob Network', cpmMode: 'LIVE', state: 'ENABLED', experimentVariant: 'ORIGINAL' },
    ]);
  });

  it('a new group without lines gets a line of the own network', async () => {
    const publisher = await world().publisher();
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: undefined });
    expect(lines.map((line) => line.adSourceId)).toEqual([OWN_NETWORK]);
  });

  it('a new group that has a line of the own network gets no second one', async () => {
    const publisher = await world().publisher();
    const own = { displayName: 'Ours', adSourceId: OWN_NETWORK, cpmMode: 'MANUAL', cpmMicros: '30000' };
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': own } });
    expect(lines).toMatchObject([{ displayName: 'Ours', cpmMode: 'MANUAL', cpmMicros: '30000' }]);
  });

  it('a line of the own network keeps no ad unit mappings', async () => {
    const publisher = await world().publisher();
    const own = { adSourceId: OWN_NETWORK, adUnitMappings: { anything: 'at all' } };
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': own } });
    expect(lines[0]).not.toHaveProperty('adUnitMappings');
  });
});

describe('Creating a mediation group: lines', () => {
  it.each(['1', '0', '-0', '-01', 'abc', '--1', '-1.5', ' -1', '0123456789012345', '__proto__'])(
    'a new line with the key %j is refused',
    async (key) => {
      const mediationGroupLines = JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(liveLine())}}`);
      expect(await refusedGroup({ mediationGroupLines })).toEqual([`mediationGroupLines["${key}"]`]);
    },
  );

  it('a new line has its key as id, and another id is refused', async () => {
    const publisher = await world().publisher();
    await createGroup(world(), publisher, { mediationGroupLines: { '-5': { ...liveLine(), id: '-5' } } });
    const fields = await refusedGroup({ mediationGroupLines: { '-5': { ...liveLine(), id: '-6' } } });
    expect(fields).toEqual(['mediationGroupLines["-5"].id']);
  });

  it.each([
    ['without an ad source', { ...liveLine(), adSourceId: undefined }, 'adSourceId'],
    ['with an unknown ad source', { ...liveLine(), adSourceId: '42' }, 'adSourceId'],
    ['that is REMOVED', { ...liveLine(), state: 'REMOVED' }, 'state'],
    ['with the mode ANO', { ...liveLine(), cpmMode: 'ANO' }, 'cpmMode'],
    ['MANUAL without cpmMicros', { ...liveLine(), cpmMode: 'MANUAL' }, 'cpmMicros'],
    ['below $0.01', manualLine('Cheap', '9999'), 'cpmMicros'],
    ['below zero', manualLine('Cheap', '-10000'), 'cpmMicros'],
  ])('a new line %s is refused', async (_, line, member) => {
    const fields = await refusedGroup({ mediationGroupLines: { '-1': line } });
    expect(fields).toEqual([`mediationGroupLines["-1"].${member}`]);
  });

  it('ad source ids may exceed 64 bits', async () => {
    const publisher = await world().publisher();
    const line = { ...liveLine(), adSourceId: CUSTOM_EVENT };
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': line } });
    expect(lines[0]?.adSourceId).toBe('18351550913290782395');
  });

  it.each([
    ['a string', '10000', '10000'],
    ['a number', 2_500_000, '2500000'],
    ['the largest int64', '9223372036854775807', '9223372036854775807'],
  ])('cpmMicros may be %s', async (_, cpmMicros, stored) => {
    const publisher = await world().publisher();
    const line = manualLine('Priced', cpmMicros);
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': line } });
    expect(lines[0]).toMatchObject({ cpmMode: 'MANUAL', cpmMicros: stored });
  });

  it('a new line is MANUAL if only cpmMicros is sent, and LIVE if neither member is', async () => {
    const publisher = await world().publisher();
    const { lines } = await createGroup(world(), publisher, {
      mediationGroupLines: {
        '-1': { adSourceId: APPLOVIN, cpmMicros: '20000' },
        '-2': { adSourceId: APPLOVIN },
        '-3': { adSourceId: APPLOVIN, cpmMode: 'CPM_MODE_UNSPECIFIED', state: 'STATE_UNSPECIFIED' },
      },
    });
    expect(lines.map(({ cpmMode, cpmMicros, state }) => [cpmMode, cpmMicros, state])).toEqual([
      ['MANUAL', '20000', 'ENABLED'],
      ['LIVE', '10000', 'ENABLED'],
      ['LIVE', '10000', 'ENABLED'],
      ['LIVE', '10000', 'ENABLED'],
    ]);
  });

  it('cpmMicros of a LIVE line is ignored, and 10000 is reported', async () => {
    const publisher = await world().publisher();
    const line = { ...liveLine(), cpmMicros: '5' };
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': line } });
    expect(lines[0]).toMatchObject({ cpmMode: 'LIVE', cpmMicros: '10000' });
  });

  it('a new group has at most 150 lines, including that of the own network', async () => {
    const publisher = await world().publisher();
    const lines = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`-${index + 1}`, liveLine()]));
    const { lines: created } = await createGroup(world(), publisher, { mediationGroupLines: lines(149) });
    expect(created).toHaveLength(150);
    expect(await refusedGroup({ mediationGroupLines: lines(150) })).toEqual(['mediationGroupLines']);
  });
});

describe('Creating a mediation group: mappings of a line', () => {
  it('mappings of a new line are stored by ad unit id', async () => {
    const publisher = await world().publisher();
    const mapping = await createMapping(world(), publisher);
    const line = { ...manualLine(), adUnitMappings: { [adUnit(publisher)]: mapping } };
    const { lines } = await createGroup(world(), publisher, { mediationGroupLines: { '-1': line } });
    expect(lines[0]?.adUnitMappings).toEqual({ [adUnit(publisher)]: mapping });
  });
});

describe('Creating a mediation group: the lines in the answer', () => {
  it('lines in the answer have their members in the order of the specification', async () => {
    const publisher = await world().publisher();
    const name = await createMapping(world(), publisher);
    const { lines } = await createGroup(world(), publisher, {
      mediationGroupLines: {
        '-1': { ...manualLine(), adUnitMappings: { [adUnit(publisher)]: name } },
        '-2': liveLine(),
      },
    });
    const members = [
      'id',
      'displayName',
      'adSourceId',
      'cpmMode',
      'cpmMicros',
      'state',
      'adUnitMappings',
      'experimentVariant',
    ];
    expect(Object.keys(lines[0] ?? {})).toEqual(members);
    for (const line of lines.slice(1))
      expect(Object.keys(line)).toEqual(members.filter((member) => member !== 'adUnitMappings'));
  });
});
