import { describe, expect, it } from 'vitest';
import { groupToPatch, ofLine } from './support/group-to-patch.ts';
import { adUnit, liveLine, manualLine, PATCH_GROUP } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const prepared = (changes: object = {}) => groupToPatch(world(), changes);

describe('Patching a group: targeting.adUnitIds', () => {
  it('a patch replaces the whole list of ad units', async () => {
    const { publisher, patch } = await prepared();
    const adUnitIds = [adUnit(publisher, '0000000007'), adUnit(publisher, '0000000005')];
    const group = await patch('targeting.adUnitIds', { targeting: { adUnitIds } });
    expect(group.targeting?.adUnitIds).toEqual(adUnitIds);
  });

  it.each([
    ['an empty list in the body', { targeting: { adUnitIds: [] } }],
    ['null', { targeting: { adUnitIds: null } }],
    ['a body without the list', {}],
  ])('%s clears the list of ad units if the mask names it', async (_, body) => {
    const { patch, group: before } = await prepared();
    const group = await patch('targeting.adUnitIds', body);
    expect(group.targeting).toEqual({ platform: 'ANDROID', format: 'BANNER' });
    expect(group.mediationGroupLines).toEqual(before.mediationGroupLines);
  });

  it('patched ad units are checked as when a group is created', async () => {
    const { refused } = await prepared();
    const error = await refused('targeting.adUnitIds', { targeting: { adUnitIds: ['x'] } });
    expect(error.violations[0]?.field).toBe('targeting.adUnitIds[0]');
  });
});

describe('Patching a group: a new line', () => {
  it('a new line has a negative number as key in mask and body, and its real id in the answer', async () => {
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

  it('one patch may add several lines, with one mask entry each', async () => {
    const { patch } = await prepared();
    const group = await patch('mediationGroupLines["-1"],mediationGroupLines["-2"],', {
      mediationGroupLines: { '-1': liveLine('One'), '-2': manualLine('Two') },
    });
    const names = Object.values(group.mediationGroupLines ?? {}).map(({ displayName }) => displayName);
    expect(names).toEqual(['AppLovin line', 'AdMob Network', 'One', 'Two']);
  });

  it('a key that the mask names twice adds one line', async () => {
    const { patch } = await prepared();
    const group = await patch(
      'mediationGroupLines["-1"],mediation_group_lines[-1]',
      ofLine('-1', liveLine()),
    );
    expect(Object.keys(group.mediationGroupLines ?? {})).toHaveLength(3);
  });

  it('a new line without a mask entry is refused', async () => {
    const { refused, line, lineId } = await prepared();
    const body = { mediationGroupLines: { [lineId]: { state: 'DISABLED' }, '-1': liveLine() } };
    expect((await refused(`${line}.state`, body)).message).toContain('mediationGroupLines["-1"]');
  });

  it('a mask entry for a new line that the body lacks is refused', async () => {
    const { refused } = await prepared();
    await refused('mediationGroupLines["-1"]', { mediationGroupLines: {} });
  });

  it('a mask entry for a member of a new line is refused, unless the mask also names the line', async () => {
    const { refused, patch } = await prepared();
    const body = ofLine('-1', liveLine());
    await refused('mediationGroupLines["-1"].state', body);
    const group = await patch('mediationGroupLines["-1"].state,mediationGroupLines["-1"]', body);
    expect(Object.keys(group.mediationGroupLines ?? {})).toHaveLength(3);
  });

  it('a new line whose id member differs from its key is refused', async () => {
    const { refused } = await prepared();
    await refused('mediationGroupLines["-1"]', ofLine('-1', { id: '-2', ...liveLine() }));
  });

  it.each(['1', '0', '-0', '-01', 'abc', '9999999999999999'])(
    'a new line with the key %s is refused',
    async (key) => {
      const { refused } = await prepared();
      await refused(`mediationGroupLines["${key}"]`, ofLine(key, liveLine()));
    },
  );

  it.each([
    ['no ad source', { ...liveLine(), adSourceId: undefined }, 'adSourceId'],
    ['an unknown ad source', { ...liveLine(), adSourceId: '42' }, 'adSourceId'],
    ['REMOVED', { ...liveLine(), state: 'REMOVED' }, 'state'],
    ['MANUAL without cpmMicros', { ...liveLine(), cpmMode: 'MANUAL' }, 'cpmMicros'],
  ])('a new line is refused with %s', async (_, line, member) => {
    const { refused } = await prepared();
    const error = await refused('mediationGroupLines["-1"]', ofLine('-1', line));
    expect(error.violations.map(({ field }) => field)).toEqual([`mediationGroupLines["-1"].${member}`]);
  });

  it('a patch that would leave more than 150 lines is refused; it may remove one line and add another', async () => {
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

describe('Patching a group: the answer and the request', () => {
  it('a patch answers the full resource', async () => {
    const { patch, read, line, lineId } = await prepared();
    const group = await patch(`${line}.state`, ofLine(lineId, { state: 'DISABLED' }));
    expect(group).toEqual(await read());
  });

  it('members of the body outside the mask are ignored', async () => {
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

  it('output-only members of the body are ignored, and the path says which group it is', async () => {
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

  it('output-only paths in the mask are ignored', async () => {
    const { patch, line, lineId, group: before } = await prepared();
    const mask = `name,mediationGroupId,mediation_ab_experiment_state,targeting.adUnits,etag,${line}.experimentVariant`;
    expect(await patch(mask, { displayName: 'x', ...ofLine(lineId, { state: 'DISABLED' }) })).toEqual(before);
  });

  it('a patch changes all members in its mask or none', async () => {
    const { refused, line, lineId } = await prepared();
    const mask = `${line}.state,targeting.adUnitIds,mediationGroupLines["-1"]`;
    const error = await refused(mask, {
      targeting: { adUnitIds: [] },
      mediationGroupLines: { [lineId]: { state: 'DISABLED' }, '-1': { adSourceId: '42' } },
    });
    expect(error.violations.map(({ field }) => field)).toEqual(['mediationGroupLines["-1"].adSourceId']);
  });

  it('a patch with the stored values changes neither the group nor the etag', async () => {
    const { patch, line, lineId, group: before } = await prepared();
    expect(await patch(`${line}.state`, ofLine(lineId, { state: 'ENABLED' }))).toEqual(before);
  });

  it('a patch of an unknown group is answered with 404, whatever its id looks like', async () => {
    const publisher = await world().publisher();
    for (const mediationGroupsId of ['0000000000', 'abc', '-1', '__proto__']) {
      const sent = { path: { mediationGroupsId }, body: {} };
      expect((await world().refused(publisher, PATCH_GROUP, sent)).code).toBe('NOT_FOUND');
    }
  });

  it('a malformed patch is refused before the group is looked up, and a semantic error afterwards', async () => {
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
