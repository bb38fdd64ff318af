import { describe, expect, it } from 'vitest';
import type { MediationGroup } from '../../../src/mediation/ports/entities.ts';
import {
  ADAPTER,
  adUnit,
  CREATE_GROUP,
  CREATE_MAPPING,
  createGroup,
  groupBody,
  LIST_MAPPINGS,
  PATCH_GROUP,
  SDK_KEY,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld({ strictInventory: true });

async function inventory(platform = 'ANDROID', adFormat = 'BANNER') {
  const publisher = await world().publisher();
  const unit = await addUnit(publisher, platform, adFormat);
  return { publisher, unit, fragment: unit.slice(-10) };
}

async function addUnit(publisher: string, platform: string, adFormat: string) {
  const app = await world().call(publisher, 'accounts.apps.create', { body: { platform } });
  const body = { appId: app.appId, displayName: 'Unit', adFormat };
  return (await world().call(publisher, 'accounts.adUnits.create', { body })).adUnitId as string;
}

const targeting = (...adUnitIds: string[]) => ({ platform: 'ANDROID', format: 'BANNER', adUnitIds });

describe('Groups with a strict inventory', () => {
  it('a strict inventory accepts groups whose ad units exist and fit', async () => {
    const { publisher, unit } = await inventory();
    const { group } = await createGroup(world(), publisher, { targeting: targeting(unit) });
    expect(group.targeting?.adUnitIds).toEqual([unit]);
  });

  it.each([
    ['does not exist', 'ANDROID', 'BANNER', false],
    ['is of another platform', 'IOS', 'BANNER', true],
    ['is of another format', 'ANDROID', 'NATIVE', true],
  ])('a strict inventory refuses a group with an ad unit that %s', async (_, platform, format, exists) => {
    const { publisher, unit } = await inventory(platform, format);
    const body = groupBody(publisher, { targeting: targeting(exists ? unit : adUnit(publisher)) });
    const error = await world().refused(publisher, CREATE_GROUP, { body });
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      violations: [{ field: 'targeting.adUnitIds[0]' }],
    });
  });

  it('in a strict inventory groups of the legacy format target banners and interstitials', async () => {
    const { publisher, unit } = await inventory();
    const other = await addUnit(publisher, 'ANDROID', 'INTERSTITIAL');
    await createGroup(world(), publisher, {
      targeting: { platform: 'ANDROID', format: 'BANNER_INTERSTITIAL', adUnitIds: [unit, other] },
    });
  });

  it('a strict inventory checks the ad units when they are changed', async () => {
    const { publisher, unit } = await inventory();
    const { path } = await createGroup(world(), publisher, { targeting: targeting(unit) });
    const body = { targeting: { adUnitIds: [unit, adUnit(publisher)] } };
    const error = await world().refused(publisher, PATCH_GROUP, { path, body });
    expect(error.violations.map(({ field }) => field)).toEqual(['targeting.adUnitIds[1]']);
  });
});

describe('Groups that were created before the inventory became strict', () => {
  it('a group from before the inventory became strict keeps its ad units when others are added', async () => {
    const { publisher, unit } = await inventory();
    const { path, groupId } = await createGroup(world(), publisher, { targeting: targeting(unit) });
    const unknown = adUnit(publisher);
    await world().store.write(async (writer) => {
      const before = (await writer.group(publisher, groupId)) as MediationGroup;
      await writer.updateGroup(before, {
        ...before,
        targeting: { ...before.targeting, adUnitIds: [unknown] },
      });
    });
    const body = { targeting: { adUnitIds: [unknown, unit] } };
    const group = await world().call(publisher, PATCH_GROUP, { path, body });
    expect(group.targeting?.adUnitIds).toEqual([unknown, unit]);
  });
});

describe('Mappings with a strict inventory', () => {
  const body = (adapterId: string = ADAPTER.applovinAndroid) => ({
    adapterId,
    adUnitConfigurations: adapterId === ADAPTER.applovinAndroid ? { [SDK_KEY]: 'key' } : { 1121: 'key' },
  });

  it('in a strict inventory mappings need an existing ad unit that fits', async () => {
    const { publisher, fragment } = await inventory();
    const path = { adUnitsId: fragment };
    await world().call(publisher, CREATE_MAPPING, { path, body: body() });
    await world().call(publisher, LIST_MAPPINGS, { path });
    for (const method of [CREATE_MAPPING, LIST_MAPPINGS] as const) {
      const sent = { path: { adUnitsId: '0000000001' }, body: body() };
      expect((await world().refused(publisher, method, sent)).code).toBe('NOT_FOUND');
    }
  });

  it('in a strict inventory mappings need an adapter that fits the ad unit', async () => {
    const { publisher, fragment } = await inventory();
    const path = { adUnitsId: fragment };
    const error = await world().refused(publisher, CREATE_MAPPING, { path, body: body(ADAPTER.applovinIos) });
    expect(error.violations.map(({ field }) => field)).toEqual(['adapterId']);
    const native = await inventory('ANDROID', 'NATIVE');
    const sent = { path: { adUnitsId: native.fragment }, body: body() };
    expect((await world().refused(native.publisher, CREATE_MAPPING, sent)).message).toContain('NATIVE');
  });

  it('a strict inventory checks each mapping of a batch', async () => {
    const { publisher, fragment } = await inventory();
    const request = (unit: string, adapterId?: string) => ({
      parent: `accounts/${publisher}/adUnits/${unit}`,
      adUnitMapping: body(adapterId),
    });
    const requests = [request(fragment), request('0000000001'), request(fragment, ADAPTER.applovinIos)];
    const error = await world().refused(publisher, 'accounts.adUnitMappings.batchCreate', {
      body: { requests },
    });
    expect(error.violations.map(({ field }) => field)).toEqual([
      'requests[1].parent',
      'requests[2].adUnitMapping.adapterId',
    ]);
  });
});
