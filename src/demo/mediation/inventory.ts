import type { AdUnitMapping } from '../../mediation/contract/index.ts';
import { distinct, expectEqual } from '../narrator.ts';
import type { DemoSession, KeptAdUnit, KeptMapping } from './api.ts';

/** Ad units of a game for Android, by their place in the game. */
export interface AdUnits {
  readonly start: KeptAdUnit;
  readonly finish: KeptAdUnit;
  readonly garage: KeptAdUnit;
}

export async function makeAdUnits({ tell, api, account }: DemoSession): Promise<AdUnits> {
  tell.step('She makes an app and three ad units of it');
  const app = await api.call('accounts.apps.create', {
    on: account,
    body: { platform: 'ANDROID', manualAppInfo: { displayName: 'Acme Racing' } },
  });
  const { apps = [] } = await api.call('accounts.apps.list', { on: account });
  expectEqual(apps, [app], 'apps');
  const make = (displayName: string) =>
    api.call('accounts.adUnits.create', {
      on: account,
      body: { ...(app.appId && { appId: app.appId }), displayName, adFormat: 'INTERSTITIAL' },
    }) as Promise<KeptAdUnit>;
  const start = await make('Before the race');
  const finish = await make('After the race');
  const garage = await make('In the garage');
  const made = [start, finish, garage];
  const { adUnits = [] } = await api.call('accounts.adUnits.list', { on: account });
  expectEqual(distinct(adUnits.map(({ name }) => name)), distinct(made.map(({ name }) => name)), 'ad units');
  tell.result(`app ${app.appId}`);
  for (const { adUnitId, displayName } of made) tell.result(`ad unit ${adUnitId}: ${displayName}`);
  return { start, finish, garage };
}

/** Adapters and settings of the shipped catalogue. */
const APPLOVIN = { adapterId: '111', adUnitConfigurations: { 1111: 'an-sdk-key' } };
const IRONSOURCE = { adapterId: '191', adUnitConfigurations: { 1911: 'an-app-key', 1912: '42' } };

/** Resource names of the mappings. */
export interface Mappings {
  readonly appLovinAtStart: string;
  readonly appLovinAtFinish: string;
  readonly ironSourceAtStart: string;
}

/** Maps the ad units to third-party networks. */
export async function mapAdUnits(
  { tell, api, account }: DemoSession,
  { start, finish }: AdUnits,
): Promise<Mappings> {
  tell.step('She maps the ad units to third-party networks, with what their adapters have to know');
  const first = (await api.call('accounts.adUnits.adUnitMappings.create', {
    on: start.name,
    body: { displayName: 'AppLovin before the race', ...APPLOVIN },
  })) as KeptMapping;
  tell.result(`${first.displayName}: ${first.state}`);
  const request = ({ name }: KeptAdUnit, adUnitMapping: AdUnitMapping) => ({ parent: name, adUnitMapping });
  const batch = await api.call('accounts.adUnitMappings.batchCreate', {
    on: account,
    body: {
      requests: [
        request(finish, { displayName: 'AppLovin after the race', ...APPLOVIN }),
        request(start, { displayName: 'ironSource before the race', ...IRONSOURCE }),
      ],
    },
  });
  const [second, third] = (batch.adUnitMappings ?? []) as [KeptMapping, KeptMapping];
  tell.result(`${second.displayName} and ${third.displayName}: in one batch, both or none`);
  const filter = 'IN(DISPLAY_NAME, "AppLovin before the race", "something else")';
  const found = await api.call('accounts.adUnits.adUnitMappings.list', { on: start.name, query: { filter } });
  expectEqual(found.adUnitMappings, [first], 'the mappings found');
  tell.result(`${filter} finds the first again`);
  return { appLovinAtStart: first.name, appLovinAtFinish: second.name, ironSourceAtStart: third.name };
}
