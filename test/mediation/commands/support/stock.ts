import type { HttpWorld } from '../../http/support/world.ts';
import { ACCOUNT } from '../../http/support/world.ts';

/** Adapters and settings of the shipped catalogue, for Android. */
export const APPLOVIN_ADAPTER = { adapterId: '111', adUnitConfigurations: { 1111: 'an-sdk-key' } };

export interface Stock {
  readonly app: string;
  /** Full ids of the ad units. */
  readonly start: string;
  readonly finish: string;
}

const create = async (world: HttpWorld, path: string, body: object) =>
  (await world.done('POST', `${ACCOUNT}/${path}`, { body })).body;

/** An app with two ad units; AppLovin is mapped to the first. */
export async function stock(world: HttpWorld, name = 'Racing'): Promise<Stock> {
  const { appId } = await create(world, 'apps', {
    platform: 'ANDROID',
    manualAppInfo: { displayName: name },
  });
  const unit = async (displayName: string) =>
    (await create(world, 'adUnits', { appId, displayName, adFormat: 'BANNER' })).adUnitId as string;
  const [start, finish] = [await unit('Start'), await unit('Finish')];
  const fragment = start.split('/').at(-1);
  await create(world, `adUnits/${fragment}/adUnitMappings`, {
    displayName: 'AppLovin at the start',
    ...APPLOVIN_ADAPTER,
  });
  return { app: appId, start, finish };
}
