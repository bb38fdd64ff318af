import { describe, expect, it } from 'vitest';
import {
  ADAPTER,
  APPLOVIN,
  adUnit,
  createGroup,
  createMapping,
  GET_GROUP,
  liveLine,
  manualLine,
  PATCH_GROUP,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

async function prepared(changes: object = {}) {
  const publisher = await world().publisher();
  const created = await createGroup(world(), publisher, changes);
  const { path, lineId } = created;
  const at = (mask?: string) => (mask === undefined ? {} : { query: { updateMask: mask } });
  return {
    publisher,
    ...created,
    line: `mediationGroupLines["${lineId}"]`,
    read: () => world().call(publisher, GET_GROUP, { path }),
    patch: (mask: string | undefined, body: unknown) =>
      world().call(publisher, PATCH_GROUP, { path, ...at(mask), body }),
    async refused(mask: string | undefined, body: unknown) {
      const error = await world().refused(publisher, PATCH_GROUP, { path, ...at(mask), body });
      expect(error.code).toBe('INVALID_ARGUMENT');
      return error;
    },
  };
}

/** The body that changes members of the line. */
const ofLine = (lineId: string, members: unknown) => ({ mediationGroupLines: { [lineId]: members } });

describe('patch: targeting.adUnitIds', () => {
  it('fully replaces the list', async () => {
    const { publisher, patch } = await prepared();
    const adUnitIds = [adUnit(publisher, '0000000007'), adUnit(publisher, '0000000005')];
    const group = await patch('targeting.adUnitIds', { targeting: { adUnitIds } });
    expect(group.targeting?.adUnitIds).toEqual(adUnitIds);
  });

  it.each([
    ['an empty list', { targeting: { adUnitIds: [] } }],
    ['null', { targeting: { adUnitIds: null } }],
    ['no member', {}],
  ])('is cleared by %s when the mask names it', async (_, body) => {
    const { patch, group: before } = await prepared();
    const group = await patch('targeting.adUnitIds', body);
    expect(group.targeting).toEqual({ platform: 'ANDROID', format: 'BANNER' });
    expect(group.mediationGroupLines).toEqual(before.mediationGroupLines);
  });

  it('is checked like at creation', async () => {
    const { refused } = await prepared();
    const error = await refused('targeting.adUnitIds', { targeting: { adUnitIds: ['x'] } });
    expect(error.violations[0]?.field).toBe('targeting.adUnitIds[0]');
  });
});

describe('patch: a new line', () => {
  it('has a negative number as key in mask and body; the answer has its real id', async () => {
    const { patch, group: before } = await prepared();
    const group = await patch('mediationGroupLines["-1"]', ofLine('-1', { id: '-1', ...liveLine('Added') }));
    const added = Object.entries(group.mediationGroupLines ?? {}).filter(
      ([id]) => !Object.hasOwn(before.mediationGroupLines ?? {}, id),
    );
    expect(added).toMatchObject([
      [
        expect.stringMatching(/^\d{16}$/),
        { displayName: 'Added', experimentVariant: 'ORIGINAL', state: 'ENABLED' },
      ],
    ]);
    expect(added[0]?.[1].id).toBe(added[0]?.[0]);
  });

  it('may come several times in one call, one mask entry each', async () => {
    const { patch } = await prepared();
    const group = await patch('mediationGroupLines["-1"],mediationGroupLines["-2"],', {
      mediationGroupLines: { '-1': liveLine('One'), '-2': manualLine('Two') },
    });
    const names = Object.values(group.mediationGroupLines ?? {}).map(({ displayName }) => displayName);
    expect(names).toEqual(['AppLovin line', 'AdMob Network', 'One', 'Two']);
  });

  it('is one line when the mask names its key twice', async () => {
    const { patch } = await prepared();
    const group = await patch(
      'mediationGroupLines["-1"],mediation_group_lines[-1]',
      ofLine('-1', liveLine()),
    );
    expect(Object.keys(group.mediationGroupLines ?? {})).toHaveLength(3);
  });

  it('is refused without a mask entry', async () => {
    const { refused, line, lineId } = await prepared();
    const body = { mediationGroupLines: { [lineId]: { state: 'DISABLED' }, '-1': liveLine() } };
    expect((await refused(`${line}.state`, body)).message).toContain('mediationGroupLines["-1"]');
  });

  it('is refused without a body entry', async () => {
    const { refused } = await prepared();
    await refused('mediationGroupLines["-1"]', { mediationGroupLines: {} });
  });

  it('is refused with a sub-path alone, and taken with one beside the whole line', async () => {
    const { refused, patch } = await prepared();
    const body = ofLine('-1', liveLine());
    await refused('mediationGroupLines["-1"].state', body);
    const group = await patch('mediationGroupLines["-1"].state,mediationGroupLines["-1"]', body);
    expect(Object.keys(group.mediationGroupLines ?? {})).toHaveLength(3);
  });

  it('is refused when its id member is another number', async () => {
    const { refused } = await prepared();
    await refused('mediationGroupLines["-1"]', ofLine('-1', { id: '-2', ...liveLine() }));
  });

  it.each(['1', '0', '-0', '-01', 'abc', '9999999999999999'])('is refused with the key %s', async (key) => {
    const { refused } = await prepared();
    await refused(`mediationGroupLines["${key}"]`, ofLine(key, liveLine()));
  });

  it.each([
    ['no ad source', { ...liveLine(), adSourceId: undefined }, 'adSourceId'],
    ['an unknown ad source', { ...liveLine(), adSourceId: '42' }, 'adSourceId'],
    ['REMOVED', { ...liveLine(), state: 'REMOVED' }, 'state'],
    ['MANUAL without cpmMicros', { ...liveLine(), cpmMode: 'MANUAL' }, 'cpmMicros'],
  ])('is refused with %s', async (_, line, member) => {
    const { refused } = await prepared();
    const error = await refused('mediationGroupLines["-1"]', ofLine('-1', line));
    expect(error.violations.map(({ field }) => field)).toEqual([`mediationGroupLines["-1"].${member}`]);
  });

  it('is refused when the group would have more than 150 lines; one may go for one that comes', async () => {
    const many = Object.fromEntries(Array.from({ length: 149 }, (_, index) => [`-${index + 1}`, liveLine()]));
    const { refused, patch, line, lineId } = await prepared({ mediationGroupLines: many });
    const added = { '-1': liveLine() };
    await refused('mediationGroupLines["-1"]', { mediationGroupLines: added });
    const group = await patch(`mediationGroupLines["-1"],${line}.state`, {
      mediationGroupLines: { ...added, [lineId]: { state: 'REMOVED' } },
    });
    expect(Object.keys(group.mediationGroupLines ?? {})).toHaveLength(150);
  });
});

describe('patch: an existing line', () => {
  it('merges the members that the body gives when the mask names the line', async () => {
    const { patch, line, lineId, lines } = await prepared();
    const group = await patch(line, ofLine(lineId, { id: lineId, cpmMicros: '3000000' }));
    expect(group.mediationGroupLines?.[lineId]).toEqual({ ...lines[0], cpmMicros: '3000000' });
  });

  it.each([
    ['state', { state: 'DISABLED' }],
    ['displayName', { displayName: 'Renamed' }],
    ['cpmMicros', { cpmMicros: '42000' }],
    ['cpmMode', { cpmMode: 'LIVE' }],
  ])('changes %s alone when the mask names it', async (member, change) => {
    const { patch, line, lineId, lines } = await prepared();
    const body = ofLine(lineId, { displayName: 'x', state: 'DISABLED', cpmMicros: '1', ...change });
    const group = await patch(`${line}.${member}`, body);
    const price = member === 'cpmMode' ? { cpmMicros: '10000' } : {};
    expect(group.mediationGroupLines?.[lineId]).toEqual({ ...lines[0], ...change, ...price });
  });

  it('keeps its place among the lines', async () => {
    const { patch, line, lineId } = await prepared();
    const group = await patch(`${line}.state`, ofLine(lineId, { state: 'DISABLED' }));
    expect(Object.keys(group.mediationGroupLines ?? {})[0]).toBe(lineId);
  });

  it('goes from ENABLED to DISABLED and back', async () => {
    const { patch, line, lineId } = await prepared();
    for (const state of ['DISABLED', 'ENABLED']) {
      const group = await patch(`${line}.state`, ofLine(lineId, { state }));
      expect(group.mediationGroupLines?.[lineId]?.state).toBe(state);
    }
  });

  it('is gone for good when REMOVED: not shown, and later masks on it are refused', async () => {
    const { patch, refused, read, line, lineId } = await prepared();
    const group = await patch(`${line}.state`, ofLine(lineId, { state: 'REMOVED' }));
    expect(group.mediationGroupLines).not.toHaveProperty([lineId]);
    expect((await read()).mediationGroupLines).not.toHaveProperty([lineId]);
    const error = await refused(`${line}.state`, ofLine(lineId, { state: 'ENABLED' }));
    expect(error.violations[0]?.field).toBe(line);
    await refused(line, ofLine(lineId, { state: 'ENABLED' }));
  });

  it('may be removed while it is DISABLED, and by a whole-line mask', async () => {
    const { patch, line, lineId } = await prepared();
    await patch(`${line}.state`, ofLine(lineId, { state: 'DISABLED' }));
    const group = await patch(line, ofLine(lineId, { state: 'REMOVED' }));
    expect(group.mediationGroupLines).not.toHaveProperty([lineId]);
  });

  it('may be the last one, and the own network', async () => {
    const { patch, lines } = await prepared();
    const removed = Object.fromEntries(lines.map(({ id }) => [id, { state: 'REMOVED' }]));
    const mask = lines.map(({ id }) => `mediationGroupLines["${id}"].state`).join(',');
    const group = await patch(mask, { mediationGroupLines: removed });
    expect(group).not.toHaveProperty('mediationGroupLines');
  });

  it('keeps its ad source', async () => {
    const { refused, patch, line, lineId } = await prepared();
    await patch(line, ofLine(lineId, { adSourceId: APPLOVIN, displayName: 'Same source' }));
    const error = await refused(line, ofLine(lineId, { adSourceId: '18351550913290782395' }));
    expect(error.violations[0]?.field).toBe(`${line}.adSourceId`);
  });

  it('is refused when its id member is another id', async () => {
    const { refused, line, lines, lineId } = await prepared();
    const other = lines[1]?.id;
    await refused(line, ofLine(lineId, { id: other, state: 'DISABLED' }));
    await refused(`${line}.state`, ofLine(lineId, { id: other, state: 'DISABLED' }));
  });

  it('is not there: refused as a bad argument', async () => {
    const { refused } = await prepared();
    await refused(
      'mediationGroupLines["0000000000000000"].state',
      ofLine('0000000000000000', { state: 'DISABLED' }),
    );
  });

  it.each(['', '.state', '.displayName', '.cpmMode', '.cpmMicros'])(
    'is refused with the mask path %j and no value in the body',
    async (member) => {
      const { refused, line } = await prepared();
      await refused(`${line}${member}`, {});
      await refused(`${line}${member}`, { mediationGroupLines: {} });
    },
  );

  it.each(['STATE_UNSPECIFIED'])('is refused with the state %s', async (state) => {
    const { refused, line, lineId } = await prepared();
    await refused(`${line}.state`, ofLine(lineId, { state }));
  });

  it('is refused with an empty name', async () => {
    const { refused, line, lineId } = await prepared();
    await refused(`${line}.displayName`, ofLine(lineId, { displayName: '' }));
  });
});

describe('patch: cpm of a line', () => {
  it('is forgotten when the line becomes LIVE, so that MANUAL needs a value again', async () => {
    const { patch, refused, line, lineId } = await prepared();
    await patch(`${line}.cpmMode`, ofLine(lineId, { cpmMode: 'LIVE' }));
    const manual = ofLine(lineId, { cpmMode: 'MANUAL', cpmMicros: '20000' });
    const error = await refused(`${line}.cpmMode`, manual);
    expect(error.violations[0]?.field).toBe(`${line}.cpmMicros`);
    const group = await patch(`${line}.cpmMode,${line}.cpmMicros`, manual);
    expect(group.mediationGroupLines?.[lineId]).toMatchObject({ cpmMode: 'MANUAL', cpmMicros: '20000' });
  });

  it('is ignored while the line is LIVE', async () => {
    const { patch, line, lineId } = await prepared({ mediationGroupLines: { '-1': liveLine() } });
    const group = await patch(`${line}.cpmMicros`, ofLine(lineId, { cpmMicros: '20000' }));
    expect(group.mediationGroupLines?.[lineId]).toMatchObject({ cpmMode: 'LIVE', cpmMicros: '10000' });
  });

  it.each([
    ['below $0.01', { cpmMicros: '9999' }, '.cpmMicros'],
    ['with the mode ANO', { cpmMode: 'ANO' }, '.cpmMode'],
  ])('is refused %s', async (_, change, member) => {
    const { refused, line, lineId } = await prepared();
    const error = await refused(line, ofLine(lineId, change));
    expect(error.violations.map(({ field }) => field)).toEqual([`${line}${member}`]);
  });
});

describe('patch: mappings of a line', () => {
  it('are set one by one, by the ad unit id in the mask', async () => {
    const { publisher, patch, line, lineId } = await prepared();
    const [one, two] = [adUnit(publisher, '0000000001'), adUnit(publisher, '0000000002')];
    const first = await createMapping(world(), publisher);
    const second = await createMapping(world(), publisher, { fragment: '0000000002' });
    await patch(`${line}.adUnitMappings["${one}"]`, ofLine(lineId, { adUnitMappings: { [one]: first } }));
    const group = await patch(
      `${line}.ad_unit_mappings["${two}"]`,
      ofLine(lineId, { adUnitMappings: { [one]: 'not looked at', [two]: second } }),
    );
    expect(group.mediationGroupLines?.[lineId]?.adUnitMappings).toEqual({ [one]: first, [two]: second });
  });

  it('are deleted when the mask names one that the body has not', async () => {
    const { publisher, patch, line, lineId } = await prepared();
    const unit = adUnit(publisher);
    const name = await createMapping(world(), publisher);
    const mask = `${line}.adUnitMappings["${unit}"]`;
    await patch(mask, ofLine(lineId, { adUnitMappings: { [unit]: name } }));
    const group = await patch(mask, ofLine(lineId, {}));
    expect(group.mediationGroupLines?.[lineId]).not.toHaveProperty('adUnitMappings');
  });

  it('are merged by key when the mask names the whole line', async () => {
    const { publisher, patch, line, lineId } = await prepared();
    const [one, two] = [adUnit(publisher, '0000000001'), adUnit(publisher, '0000000002')];
    const first = await createMapping(world(), publisher);
    const second = await createMapping(world(), publisher, { fragment: '0000000002' });
    await patch(line, ofLine(lineId, { adUnitMappings: { [one]: first } }));
    const group = await patch(line, ofLine(lineId, { adUnitMappings: { [two]: second } }));
    expect(group.mediationGroupLines?.[lineId]?.adUnitMappings).toEqual({ [one]: first, [two]: second });
  });

  it('come with a new line', async () => {
    const { publisher, patch } = await prepared();
    const name = await createMapping(world(), publisher);
    const line = { ...manualLine('Mapped'), adUnitMappings: { [adUnit(publisher)]: name } };
    const group = await patch('mediationGroupLines["-1"]', ofLine('-1', line));
    expect(Object.values(group.mediationGroupLines ?? {}).at(-1)).toMatchObject(line);
  });

  it('are resolved', async () => {
    const { publisher, refused, line, lineId } = await prepared();
    const unit = adUnit(publisher);
    const name = await createMapping(world(), publisher, {
      adapterId: ADAPTER.chartboostAndroid,
      values: { 1311: 'app', 1312: 'signature' },
    });
    const mask = `${line}.adUnitMappings["${unit}"]`;
    const error = await refused(mask, ofLine(lineId, { adUnitMappings: { [unit]: name } }));
    expect(error.violations[0]?.field).toBe(mask);
  });

  it('of the own network are ignored', async () => {
    const { publisher, patch, lines } = await prepared();
    const own = lines[1]?.id as string;
    const mask = `mediationGroupLines["${own}"].adUnitMappings["${adUnit(publisher)}"]`;
    const group = await patch(mask, ofLine(own, { adUnitMappings: { [adUnit(publisher)]: 'anything' } }));
    expect(group.mediationGroupLines?.[own]).not.toHaveProperty('adUnitMappings');
  });
});

describe('patch: the answer and the request', () => {
  it('answers the full resource', async () => {
    const { patch, read, line, lineId } = await prepared();
    const group = await patch(`${line}.state`, ofLine(lineId, { state: 'DISABLED' }));
    expect(group).toEqual(await read());
  });

  it('ignores body members outside the mask', async () => {
    const { patch, lines, line, lineId, group: before } = await prepared();
    const group = await patch(`${line}.state`, {
      displayName: 'Another name',
      targeting: { platform: 'IOS' },
      mediationGroupLines: {
        [lineId]: { state: 'DISABLED', displayName: 'y', adSourceId: '42' },
        [lines[1]?.id as string]: { state: 'REMOVED' },
      },
    });
    expect(group.displayName).toBe(before.displayName);
    expect(group.mediationGroupLines?.[lineId]).toEqual({ ...lines[0], state: 'DISABLED' });
    expect(Object.keys(group.mediationGroupLines ?? {})).toHaveLength(2);
  });

  it('ignores output-only members in the body; the path says which group it is', async () => {
    const { patch, line, lineId, group: before } = await prepared();
    const group = await patch(`${line}.state`, {
      name: 'accounts/pub-1/mediationGroups/2',
      mediationGroupId: '2',
      mediationAbExperimentState: 'RUNNING',
      ...ofLine(lineId, { state: 'DISABLED', experimentVariant: 'VARIANT_B' }),
    });
    expect(group.name).toBe(before.name);
    expect(group.mediationGroupLines?.[lineId]?.experimentVariant).toBe('ORIGINAL');
  });

  it('ignores output-only paths in the mask', async () => {
    const { patch, line, lineId, group: before } = await prepared();
    const mask = `name,mediationGroupId,mediation_ab_experiment_state,targeting.adUnits,etag,${line}.experimentVariant`;
    expect(await patch(mask, { displayName: 'x', ...ofLine(lineId, { state: 'DISABLED' }) })).toEqual(before);
  });

  it('is all or nothing', async () => {
    const { refused, line, lineId } = await prepared();
    const mask = `${line}.state,targeting.adUnitIds,mediationGroupLines["-1"]`;
    const error = await refused(mask, {
      targeting: { adUnitIds: [] },
      mediationGroupLines: { [lineId]: { state: 'DISABLED' }, '-1': { adSourceId: '42' } },
    });
    expect(error.violations.map(({ field }) => field)).toEqual(['mediationGroupLines["-1"].adSourceId']);
  });

  it('changes nothing, and the etag neither, when nothing differs', async () => {
    const { patch, line, lineId, group: before } = await prepared();
    expect(await patch(`${line}.state`, ofLine(lineId, { state: 'ENABLED' }))).toEqual(before);
  });

  it('is 404 for a group that is not there, whatever its id looks like', async () => {
    const publisher = await world().publisher();
    for (const mediationGroupsId of ['0000000000', 'abc', '-1', '__proto__']) {
      const sent = { path: { mediationGroupsId }, body: {} };
      expect((await world().refused(publisher, PATCH_GROUP, sent)).code).toBe('NOT_FOUND');
    }
  });

  it('is refused for its shape before the group is looked up, and for its meaning afterwards', async () => {
    const publisher = await world().publisher();
    const path = { mediationGroupsId: '0000000000' };
    const shape = await world().refused(publisher, PATCH_GROUP, { path, query: 'updateMask=nope', body: {} });
    expect(shape.code).toBe('INVALID_ARGUMENT');
    const meaning = await world().refused(publisher, PATCH_GROUP, {
      path,
      query: 'updateMask=mediationGroupLines["-1"]',
      body: ofLine('-1', { adSourceId: '42' }),
    });
    expect(meaning.code).toBe('NOT_FOUND');
  });
});
