import { callAdmin } from '../../cli/admin/client.ts';
import type {
  AdUnit,
  AdUnitMapping,
  MediationGroup,
  MediationGroupLine,
} from '../../mediation/contract/index.ts';
import { observedSend } from '../http.ts';
import { type DemoSession, mediationApi } from '../mediation/api.ts';
import { SOURCES } from '../mediation/groups.ts';
import { type Narrator, type Stage, there } from '../stage.ts';

const PUBLISHER = {
  displayName: 'Northwind Games',
  currencyCode: 'USD',
  reportingTimeZone: 'America/New_York',
};
const APP = 'Northwind Rally';

/** Adapters for Android, with the settings that they need. */
const ADAPTERS = {
  appLovin: { adapterId: '111', adUnitConfigurations: { 1111: 'an-sdk-key' } },
  ironSource: { adapterId: '191', adUnitConfigurations: { 1911: 'an-app-key', 1912: '42' } },
} as const;

const UNITS = [
  ['Main menu', 'BANNER'],
  ['After a race', 'INTERSTITIAL'],
  ['Double the coins', 'REWARDED'],
] as const;

type Unit = AdUnit & { readonly name: string; readonly adUnitId: string };
type Network = keyof typeof ADAPTERS;

type Publisher = Pick<DemoSession, 'api' | 'account'>;

async function mapped({ api }: Publisher, unit: Unit, network: Network): Promise<string> {
  const { name } = (await api.call('accounts.adUnits.adUnitMappings.create', {
    on: unit.name,
    body: { displayName: `${network} – ${unit.displayName}`, ...ADAPTERS[network] } as AdUnitMapping,
  })) as Required<AdUnitMapping>;
  return name;
}

const manual = (unit: Unit, network: Network, mapping: string, cpmMicros: string): MediationGroupLine => ({
  displayName: network === 'appLovin' ? 'AppLovin' : 'ironSource',
  adSourceId: SOURCES[network],
  cpmMode: 'MANUAL',
  cpmMicros,
  adUnitMappings: { [unit.adUnitId]: mapping },
});

async function makeGroup(session: Publisher, unit: Unit, prices: Readonly<Record<Network, string>>) {
  const { api, account } = session;
  const [appLovin, ironSource] = [
    await mapped(session, unit, 'appLovin'),
    await mapped(session, unit, 'ironSource'),
  ];
  const body: MediationGroup = {
    displayName: `${unit.displayName}, Android`,
    targeting: { platform: 'ANDROID', format: unit.adFormat ?? '', adUnitIds: [unit.adUnitId] },
    mediationGroupLines: {
      '-1': manual(unit, 'appLovin', appLovin, prices.appLovin),
      '-2': manual(unit, 'ironSource', ironSource, prices.ironSource),
      '-3': { displayName: 'InMobi bids', adSourceId: SOURCES.inMobiExchange, cpmMode: 'LIVE' },
    },
  };
  return api.call('accounts.mediationGroups.create', { on: account, body });
}

async function startExperiment({ api }: Publisher, group: MediationGroup, unit: Unit) {
  const line = Object.values(group.mediationGroupLines ?? {}).find(
    ({ displayName }) => displayName === 'ironSource',
  );
  await api.call('accounts.mediationGroups.mediationAbExperiments.create', {
    on: there(group.name, 'the name of the group'),
    body: {
      displayName: 'A higher price for ironSource',
      treatmentTrafficPercentage: '50',
      treatmentMediationLines: [
        {
          mediationGroupLine: {
            ...manual(
              unit,
              'ironSource',
              there(line?.adUnitMappings?.[unit.adUnitId], 'the mapping'),
              '9500000',
            ),
          },
        },
        { mediationGroupLine: { adSourceId: SOURCES.ownNetwork, cpmMode: 'LIVE' } },
      ],
    },
  });
}

/** A publisher with an app, three groups and one running experiment. */
export async function fillPublisher({ server, operator }: Stage, tell: Narrator): Promise<string> {
  tell.step('A publisher has three mediation groups and tries another price in one of them');
  const { id } = await callAdmin(operator, 'createPublisher', PUBLISHER);
  const { accessToken } = await callAdmin(operator, 'issueToken', {
    publishers: [id],
    scopes: ['monetization'],
  });
  const session: Publisher = {
    api: mediationApi(observedSend(tell.exchange), server.url, accessToken),
    account: `accounts/${id}`,
  };
  const { api, account } = session;
  const app = await api.call('accounts.apps.create', {
    on: account,
    body: { platform: 'ANDROID', manualAppInfo: { displayName: APP } },
  });
  const units: Unit[] = [];
  for (const [displayName, adFormat] of UNITS) {
    const body = { appId: there(app.appId, 'the id of the app'), displayName, adFormat };
    units.push((await api.call('accounts.adUnits.create', { on: account, body })) as Unit);
  }
  const [banner, interstitial, rewarded] = units as [Unit, Unit, Unit];
  await makeGroup(session, banner, { appLovin: '420000', ironSource: '310000' });
  await makeGroup(session, interstitial, { appLovin: '3400000', ironSource: '2750000' });
  const group = await makeGroup(session, rewarded, { appLovin: '11200000', ironSource: '8600000' });
  await startExperiment(session, group, rewarded);
  tell.result(`${PUBLISHER.displayName} is ${id}`);
  return id;
}
