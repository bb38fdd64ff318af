import { describe, expect, it } from 'vitest';
import { adUnit, createGroup, createMapping, liveLine, manualLine, PATCH_GROUP } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
/** Exactly the public interface. */
const publicWorld = useWorld({ groupExtensions: false });

async function prepared(changes: object = {}, at = world()) {
  const publisher = await at.publisher();
  const created = await createGroup(at, publisher, changes);
  const { path } = created;
  return {
    publisher,
    ...created,
    patch: (body: unknown, query = '') => at.call(publisher, PATCH_GROUP, { path, query, body }),
    async refused(body: unknown) {
      const error = await at.refused(publisher, PATCH_GROUP, { path, body });
      expect(error.code).toBe('INVALID_ARGUMENT');
      return error;
    },
  };
}

describe('A patch without a mask updates the members in the body', () => {
  it('a patch without a mask merges the given members of a line', async () => {
    const { patch, lineId, lines } = await prepared();
    const group = await patch({ mediationGroupLines: { [lineId]: { state: 'DISABLED' } } });
    expect(Object.values(group.mediationGroupLines ?? {})).toEqual([
      { ...lines[0], state: 'DISABLED' },
      lines[1],
    ]);
  });

  it('a patch without a mask adds lines with negative keys', async () => {
    const { patch } = await prepared();
    const group = await patch({ mediationGroupLines: { '-1': liveLine('One'), '-2': manualLine('Two') } });
    expect(Object.keys(group.mediationGroupLines ?? {})).toHaveLength(4);
  });

  it('a patch without a mask replaces the ad units', async () => {
    const { publisher, patch } = await prepared();
    const adUnitIds = [adUnit(publisher, '0000000009')];
    const group = await patch({ targeting: { adUnitIds } });
    expect(group.targeting?.adUnitIds).toEqual(adUnitIds);
  });

  it('a patch without a mask leaves the ad units unchanged if the list is empty', async () => {
    const { patch, group: before } = await prepared();
    expect(await patch({ targeting: { adUnitIds: [] } })).toEqual(before);
  });

  it('a patch without a mask deletes the ad units by null', async () => {
    const { patch } = await prepared();
    const group = await patch({ targeting: { adUnitIds: null } });
    expect(group.targeting).not.toHaveProperty('adUnitIds');
  });

  it('a patch without a mask deletes one mapping, or all of them, by null', async () => {
    const { publisher, patch, lineId } = await prepared();
    const [one, two] = [adUnit(publisher, '0000000001'), adUnit(publisher, '0000000002')];
    const first = await createMapping(world(), publisher);
    const second = await createMapping(world(), publisher, { fragment: '0000000002' });
    const of = (adUnitMappings: unknown) => ({ mediationGroupLines: { [lineId]: { adUnitMappings } } });
    await patch(of({ [one]: first, [two]: second }));
    const without = await patch(of({ [one]: null }));
    expect(without.mediationGroupLines?.[lineId]?.adUnitMappings).toEqual({ [two]: second });
    const empty = await patch(of(null));
    expect(empty.mediationGroupLines?.[lineId]).not.toHaveProperty('adUnitMappings');
  });

  it('an empty mask counts as no mask', async () => {
    const { patch, lineId } = await prepared();
    const body = { mediationGroupLines: { [lineId]: { state: 'DISABLED' } } };
    const group = await patch(body, 'updateMask=');
    expect(group.mediationGroupLines?.[lineId]?.state).toBe('DISABLED');
  });

  it('a patch without a mask and with an empty body changes nothing', async () => {
    const { patch, group: before } = await prepared();
    expect(await patch({})).toEqual(before);
  });
});

describe('A whole resource that is sent back in a patch without a mask', () => {
  it('a resource sent back is accepted if its unsupported members equal the stored ones', async () => {
    const { patch, group, lineId } = await prepared({
      state: 'DISABLED',
      targeting: {
        platform: 'IOS',
        format: 'BANNER',
        targetedRegionCodes: ['US'],
        excludedRegionCodes: ['DE'],
      },
    });
    expect(await patch(group)).toEqual(group);
    const changed = structuredClone(group);
    (changed.mediationGroupLines?.[lineId] as { state: string }).state = 'DISABLED';
    const after = await patch(changed);
    expect(after.mediationGroupLines?.[lineId]?.state).toBe('DISABLED');
  });

  it('a resource sent back may have the platform in upper or lower case', async () => {
    const { patch, group } = await prepared();
    expect(await patch({ targeting: { platform: 'Android' } })).toEqual(group);
  });

  it.each([
    ['displayName', { displayName: 'Another' }],
    ['displayName', { displayName: null }],
    ['state', { state: 'DISABLED' }],
    ['targeting.platform', { targeting: { platform: 'IOS' } }],
    ['targeting.format', { targeting: { format: 'NATIVE' } }],
    ['targeting.targetedRegionCodes', { targeting: { targetedRegionCodes: ['US'] } }],
    ['targeting.excludedRegionCodes', { targeting: { excludedRegionCodes: ['US'] } }],
    ['targeting.idfaTargeting', { targeting: { idfaTargeting: 'ALL' } }],
    ['targeting', { targeting: null }],
    ['mediationGroupLines', { mediationGroupLines: null }],
  ])('without groupExtensions a resource sent back is refused if %s differs', async (field, body) => {
    const { refused } = await prepared({}, publicWorld());
    expect((await refused(body)).violations[0]?.field).toBe(field);
  });
});

describe('Refusals of a patch without a mask', () => {
  it('a line set to null is refused, and the error recommends the state REMOVED', async () => {
    const { refused, lineId } = await prepared();
    const error = await refused({ mediationGroupLines: { [lineId]: null } });
    expect(error.message).toContain('REMOVED');
  });

  it.each(['displayName', 'state', 'cpmMode', 'cpmMicros', 'adSourceId'])(
    'null for %s, which every line needs, is refused',
    async (member) => {
      const { refused, lineId } = await prepared();
      await refused({ mediationGroupLines: { [lineId]: { [member]: null } } });
    },
  );

  it('a patch without a mask for an unknown line is refused', async () => {
    const { refused } = await prepared();
    await refused({ mediationGroupLines: { '0000000000000000': { state: 'DISABLED' } } });
  });

  it('a patch without a mask that changes an ad source is refused', async () => {
    const { refused, lineId } = await prepared();
    await refused({ mediationGroupLines: { [lineId]: { adSourceId: '18351550913290782395' } } });
  });

  it('a patch without a mask changes nothing if one member is wrong', async () => {
    const { refused, lineId } = await prepared();
    await refused({
      targeting: { adUnitIds: ['x'] },
      mediationGroupLines: { [lineId]: { state: 'DISABLED' } },
    });
  });
});
