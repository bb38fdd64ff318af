import { describe, expect, it } from 'vitest';
import { groupToPatch } from './support/group-to-patch.ts';
import { adUnit, CREATE_GROUP, groupBody } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const MASK = 'targeting.adUnitIds';

const adUnits = (publisher: string, count: number) => ({
  targeting: {
    platform: 'ANDROID',
    format: 'BANNER',
    adUnitIds: Array.from({ length: count }, (_, index) =>
      adUnit(publisher, String(index).padStart(10, '0')),
    ),
  },
});

describe('The number of ad units of a group', () => {
  it('a new group has at most 250 ad units, with repeated ones counted once', async () => {
    const publisher = await world().publisher();
    const { targeting } = adUnits(publisher, 250);
    const repeated = { ...targeting, adUnitIds: [...targeting.adUnitIds, ...targeting.adUnitIds] };
    const created = await world().call(publisher, CREATE_GROUP, {
      body: groupBody(publisher, { targeting: repeated }),
    });
    expect(created.targeting?.adUnitIds).toEqual(targeting.adUnitIds);
    const error = await world().refused(publisher, CREATE_GROUP, {
      body: groupBody(publisher, adUnits(publisher, 251)),
    });
    expect(error.violations.map(({ field }) => field)).toEqual([MASK]);
    expect(error.message).toBe(`'${MASK}' has 251 ad units; at most 250 fit in a group.`);
  });

  it('a patched group has at most 250 ad units', async () => {
    const { publisher, patch, refused } = await groupToPatch(world());
    const group = await patch(MASK, adUnits(publisher, 250));
    expect(group.targeting?.adUnitIds).toHaveLength(250);
    for (const mask of [MASK, undefined]) {
      const error = await refused(mask, adUnits(publisher, 251));
      expect(error.violations.map(({ field }) => field)).toEqual([MASK]);
    }
  });
});
