import type {
  AdUnit,
  AdUnitMapping,
  MediationGroup,
  MediationGroupLine,
} from '../../mediation/contract/index.ts';
import type { DemoSession, KeptGroup } from '../mediation/api.ts';
import { SOURCES } from '../mediation/groups.ts';
import { requirePresent } from '../narrator.ts';

const APP = 'Northwind Rally';

/** Adapters for Android, with the settings that they need. */
const ADAPTERS = {
  appLovin: { adapterId: '111', adUnitConfigurations: { 1111: 'an-sdk-key' } },
  ironSource: { adapterId: '191', adUnitConfigurations: { 1911: 'an-app-key', 1912: '42' } },
  unity: { adapterId: '301', adUnitConfigurations: { 3011: '5300471', 3012: 'Android' } },
} as const;

type Mapped = keyof typeof ADAPTERS;

/** Networks that groups have lines of. */
type Network = Exclude<Mapped, 'unity'>;

export const NAMES: Readonly<Record<Mapped, string>> = {
  appLovin: 'AppLovin',
  ironSource: 'ironSource',
  unity: 'Unity Ads',
};

type Unit = AdUnit & { readonly name: string; readonly adUnitId: string };

export type Publisher = Pick<DemoSession, 'api' | 'account'>;

/** An ad unit, and the prices of its group two months ago. */
interface Plan {
  readonly displayName: string;
  readonly adFormat: string;
  readonly prices: Readonly<Record<Network, string>>;
  /** Has a mapping of a network of which no group has a line yet. */
  readonly isPrepared?: true;
}

const PLANS = {
  menu: {
    displayName: 'Main menu',
    adFormat: 'BANNER',
    prices: { appLovin: '420000', ironSource: '310000' },
    isPrepared: true,
  },
  race: {
    displayName: 'After a race',
    adFormat: 'INTERSTITIAL',
    prices: { appLovin: '3000000', ironSource: '2750000' },
    isPrepared: true,
  },
  coins: {
    displayName: 'Double the coins',
    adFormat: 'REWARDED',
    prices: { appLovin: '9800000', ironSource: '8600000' },
  },
} as const satisfies Record<string, Plan>;

/** Resource names of the groups. */
export type Groups = Readonly<Record<keyof typeof PLANS, string>>;

const manual = (network: Network, adUnitId: string, mapping: string, cpmMicros: string) =>
  ({
    displayName: NAMES[network],
    adSourceId: SOURCES[network],
    cpmMode: 'MANUAL',
    cpmMicros,
    adUnitMappings: { [adUnitId]: mapping },
  }) satisfies MediationGroupLine;

async function mapped({ api }: Publisher, unit: Unit, network: Mapped): Promise<string> {
  const { name } = await api.call('accounts.adUnits.adUnitMappings.create', {
    on: unit.name,
    body: { displayName: `${NAMES[network]} – ${unit.displayName}`, ...ADAPTERS[network] } as AdUnitMapping,
  });
  return requirePresent(name, 'the mapping');
}

async function makeGroup(publisher: Publisher, unit: Unit, { prices, adFormat }: Plan): Promise<string> {
  const { api, account } = publisher;
  const line = async (network: Network) =>
    manual(network, unit.adUnitId, await mapped(publisher, unit, network), prices[network]);
  const body: MediationGroup = {
    displayName: `${unit.displayName}, Android`,
    targeting: { platform: 'ANDROID', format: adFormat, adUnitIds: [unit.adUnitId] },
    mediationGroupLines: {
      '-1': await line('appLovin'),
      '-2': await line('ironSource'),
      '-3': { displayName: 'InMobi bids', adSourceId: SOURCES.inMobiExchange, cpmMode: 'LIVE' },
    },
  };
  const { name } = await api.call('accounts.mediationGroups.create', { on: account, body });
  return requirePresent(name, 'the name of the group');
}

/** An app with three ad units, and a group for each. */
export async function makeInventory(publisher: Publisher): Promise<Groups> {
  const { api, account } = publisher;
  const app = await api.call('accounts.apps.create', {
    on: account,
    body: { platform: 'ANDROID', manualAppInfo: { displayName: APP } },
  });
  const appId = requirePresent(app.appId, 'the id of the app');
  const groups: Record<string, string> = {};
  for (const [key, plan] of Object.entries(PLANS)) {
    const { displayName, adFormat } = plan;
    const unit = await api.call('accounts.adUnits.create', {
      on: account,
      body: { appId, displayName, adFormat },
    });
    groups[key] = await makeGroup(publisher, unit as Unit, plan);
    if ('isPrepared' in plan) await mapped(publisher, unit as Unit, 'unity');
  }
  return groups as Groups;
}

/** The group with its lines. */
export const readGroup = async ({ api }: Publisher, on: string): Promise<KeptGroup> =>
  (await api.call('accounts.mediationGroups.get', { on })) as KeptGroup;

/** The line of a network; of variant A while an experiment runs. */
export function lineOf({ mediationGroupLines }: KeptGroup, network: Network): MediationGroupLine {
  const line = Object.values(mediationGroupLines).find(
    ({ adSourceId, experimentVariant }) =>
      adSourceId === SOURCES[network] && experimentVariant !== 'VARIANT_B',
  );
  return requirePresent(line, `the line of ${NAMES[network]}`);
}
