import { describe, expect, it } from 'vitest';
import { groupToTest } from './support/group-to-test.ts';
import { createMapping, PATCH_GROUP } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

describe('The version of what the apps of a publisher get', () => {
  it('it becomes greater with ad units, groups, their changes, and the start and stop of experiments', async () => {
    const publisher = await world().publisher();
    const version = () => world().serving.version(publisher);
    const grows = async (work: () => Promise<unknown>) => {
      const before = await version();
      await work();
      return (await version()) > before;
    };
    expect(await version()).toBe(0);
    const { appId } = await world().call(publisher, 'accounts.apps.create', {
      body: { platform: 'ANDROID' },
    });
    const adUnit = { appId, displayName: 'Start', adFormat: 'BANNER' };
    expect(await grows(() => world().call(publisher, 'accounts.adUnits.create', { body: adUnit }))).toBe(
      true,
    );

    const group = await groupToTest(world());
    const ofGroup = () => world().serving.version(group.publisher);
    const versions = [await ofGroup()];
    const take = async (work: Promise<unknown>) => {
      await work;
      versions.push(await ofGroup());
    };
    await take(
      world().call(group.publisher, PATCH_GROUP, {
        path: group.path,
        query: { updateMask: 'displayName' },
        body: { displayName: 'Renamed' },
      }),
    );
    await take(group.create());
    await take(group.stop());
    expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other));
    expect(await version()).toBe(1);
  });

  it('it stays the same with mappings, which apps get after a change of a group, and with validateOnly', async () => {
    const group = await groupToTest(world());
    const before = await world().serving.version(group.publisher);
    await createMapping(world(), group.publisher);
    await world().call(group.publisher, PATCH_GROUP, {
      path: group.path,
      query: { updateMask: 'displayName', validateOnly: 'true' },
      body: { displayName: 'Renamed' },
    });
    expect(await world().serving.version(group.publisher)).toBe(before);
  });

  it('50 concurrent changes make it 50 greater', async () => {
    const publisher = await world().publisher();
    const create = () => world().call(publisher, 'accounts.apps.create', { body: { platform: 'IOS' } });
    const { appId } = await create();
    const adUnit = { appId, displayName: 'Start', adFormat: 'BANNER' };
    await Promise.all(
      Array.from({ length: 50 }, () => world().call(publisher, 'accounts.adUnits.create', { body: adUnit })),
    );
    expect(await world().serving.version(publisher)).toBe(50);
  });
});
