import { describe, expect, it } from 'vitest';
import { useWorld } from './support/world.ts';

const world = useWorld();
const CREATE_APP = 'accounts.apps.create';
const LIST_APPS = 'accounts.apps.list';
const CREATE_AD_UNIT = 'accounts.adUnits.create';
const LIST_AD_UNITS = 'accounts.adUnits.list';

async function withApp(platform = 'ANDROID') {
  const publisher = await world().publisher();
  const app = await world().call(publisher, CREATE_APP, { body: { platform } });
  return { publisher, appId: app.appId as string };
}

describe('Apps in the inventory', () => {
  it('an app is created by hand with a name', async () => {
    const publisher = await world().publisher();
    const body = { platform: 'iOS', manualAppInfo: { displayName: 'My app' } };
    const app = await world().call(publisher, CREATE_APP, { body });
    const fragment = app.appId?.slice(-10);
    expect(fragment).toMatch(/^\d{10}$/);
    expect(app).toEqual({
      name: `accounts/${publisher}/apps/${fragment}`,
      appId: `ca-app-${publisher}~${fragment}`,
      platform: 'IOS',
      manualAppInfo: { displayName: 'My app' },
      appApprovalState: 'APPROVED',
    });
  });

  it('an app gets a default name', async () => {
    const publisher = await world().publisher();
    const app = await world().call(publisher, CREATE_APP, { body: { platform: 'IOS' } });
    expect(app.manualAppInfo?.displayName).toBeTruthy();
  });

  it('an app is linked to Google Play on Android by default, and to no store on iOS', async () => {
    const publisher = await world().publisher();
    const linked = async (platform: string, androidAppStores?: string[]) => {
      const linkedAppInfo = { appStoreId: 'com.example.app', ...(androidAppStores && { androidAppStores }) };
      const app = await world().call(publisher, CREATE_APP, { body: { platform, linkedAppInfo } });
      return app.linkedAppInfo;
    };
    expect(await linked('ANDROID')).toEqual({
      appStoreId: 'com.example.app',
      androidAppStores: ['GOOGLE_PLAY_APP_STORE'],
    });
    const stores = ['AMAZON_APP_STORE', 'SAMSUNG_APP_STORE'];
    expect((await linked('ANDROID', stores))?.androidAppStores).toEqual(stores);
    expect(await linked('IOS', stores)).toEqual({ appStoreId: 'com.example.app' });
  });

  it.each([
    ['no platform', {}, 'platform'],
    ['an unknown platform', { platform: 'TV' }, 'platform'],
    [
      'a long name',
      { platform: 'IOS', manualAppInfo: { displayName: 'x'.repeat(81) } },
      'manualAppInfo.displayName',
    ],
    ['a link without an id', { platform: 'IOS', linkedAppInfo: {} }, 'linkedAppInfo.appStoreId'],
    [
      'an unset store',
      {
        platform: 'ANDROID',
        linkedAppInfo: { appStoreId: 'a', androidAppStores: ['ANDROID_APP_STORE_UNSPECIFIED'] },
      },
      'linkedAppInfo.androidAppStores[0]',
    ],
  ])('an app is refused with %s', async (_, body, field) => {
    const publisher = await world().publisher();
    const error = await world().refused(publisher, CREATE_APP, { body });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', violations: [{ field }] });
  });

  it('apps are listed page by page', async () => {
    const publisher = await world().publisher();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push((await world().call(publisher, CREATE_APP, { body: { platform: 'IOS' } })).appId as string);
    }
    const first = await world().call(publisher, LIST_APPS, { query: 'pageSize=2' });
    const query = { pageSize: '2', pageToken: first.nextPageToken as string };
    const second = await world().call(publisher, LIST_APPS, { query });
    const listed = [...(first.apps ?? []), ...(second.apps ?? [])].map(({ appId }) => appId);
    expect(listed).toEqual(ids.toSorted());
    expect(await world().call(await world().publisher(), LIST_APPS)).toEqual({});
  });
});

describe('Ad units in the inventory', () => {
  it('an ad unit is created for an app', async () => {
    const { publisher, appId } = await withApp();
    const body = { appId, displayName: 'Home banner', adFormat: 'BANNER', adTypes: ['VIDEO'] };
    const unit = await world().call(publisher, CREATE_AD_UNIT, { body });
    const fragment = unit.adUnitId?.slice(-10);
    expect(unit).toEqual({
      ...body,
      name: `accounts/${publisher}/adUnits/${fragment}`,
      adUnitId: `ca-app-${publisher}/${fragment}`,
    });
    expect(fragment).toMatch(/^\d{10}$/);
  });

  it.each([
    ['BANNER', ['RICH_MEDIA', 'VIDEO']],
    ['REWARDED', ['RICH_MEDIA', 'VIDEO']],
    ['REWARDED_INTERSTITIAL', ['VIDEO']],
  ])('an ad unit of the format %s has the types %j by default', async (adFormat, types) => {
    const { publisher, appId } = await withApp();
    const body = { appId, displayName: 'Unit', adFormat };
    expect((await world().call(publisher, CREATE_AD_UNIT, { body })).adTypes).toEqual(types);
  });

  it('an ad unit of the format REWARDED may have a reward', async () => {
    const { publisher, appId } = await withApp();
    const rewardSettings = { unitAmount: '5', unitType: 'coins' };
    const body = { appId, displayName: 'Unit', adFormat: 'REWARDED', rewardSettings };
    const unit = await world().call(publisher, CREATE_AD_UNIT, { body });
    expect(unit.rewardSettings).toEqual(rewardSettings);
  });

  it.each([
    ['no app', { appId: undefined }, ['appId']],
    ['an app that does not exist', { appId: 'ca-app-pub-0000000000000001~0000000001' }, ['appId']],
    ['no name', { displayName: '' }, ['displayName']],
    ['a long name', { displayName: 'x'.repeat(81) }, ['displayName']],
    ['an unknown format', { adFormat: 'BILLBOARD' }, ['adFormat']],
    ['a format that is no longer offered', { adFormat: 'BANNER_INTERSTITIAL' }, ['adFormat']],
    ['an unknown type', { adTypes: ['AUDIO'] }, ['adTypes[0]']],
    ['REWARDED without video', { adFormat: 'REWARDED', adTypes: ['RICH_MEDIA'] }, ['adTypes']],
    ['a reward for a banner', { rewardSettings: { unitAmount: 1, unitType: 'coin' } }, ['rewardSettings']],
    [
      'an empty reward',
      { adFormat: 'REWARDED', rewardSettings: {} },
      ['rewardSettings.unitAmount', 'rewardSettings.unitType'],
    ],
  ])('an ad unit is refused with %s', async (_, changes, fields) => {
    const { publisher, appId } = await withApp();
    const body = { appId, displayName: 'Unit', adFormat: 'BANNER', ...changes };
    const error = await world().refused(publisher, CREATE_AD_UNIT, { body });
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.violations.map(({ field }) => field)).toEqual(fields);
  });

  it('ad units are listed page by page', async () => {
    const { publisher, appId } = await withApp();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const body = { appId, displayName: 'Unit', adFormat: 'NATIVE' };
      ids.push((await world().call(publisher, CREATE_AD_UNIT, { body })).adUnitId as string);
    }
    const first = await world().call(publisher, LIST_AD_UNITS, { query: 'pageSize=2' });
    const query = { pageSize: '2', pageToken: first.nextPageToken as string };
    const second = await world().call(publisher, LIST_AD_UNITS, { query });
    const listed = [...(first.adUnits ?? []), ...(second.adUnits ?? [])].map(({ adUnitId }) => adUnitId);
    expect(listed).toEqual(ids.toSorted());
  });
});
