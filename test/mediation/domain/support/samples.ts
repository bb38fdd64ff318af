import type { World } from './world.ts';

export const OWN_NETWORK = '5450213213286189855';
export const CUSTOM_EVENT = '18351550913290782395';
export const APPLOVIN = '1063618907739174004';
export const CHARTBOOST = '2873236629771172317';
export const INMOBI_EXCHANGE_BIDDING = '5264320421916134407';

/** Adapters of the shipped catalogue. */
export const ADAPTER = {
  customEventAndroid: '101',
  customEventIos: '102',
  applovinAndroid: '111',
  applovinIos: '112',
  chartboostAndroid: '131',
} as const;

/** The setting that the AppLovin adapter for Android requires. */
export const SDK_KEY = '1111';

export const DAY = 24 * 3_600_000;

export const adUnit = (publisherId: string, fragment = '0000000001') => `ca-app-${publisherId}/${fragment}`;

/** A line of a bidding source, which needs no mapping. */
export const liveLine = (displayName = 'Bidding line') => ({
  displayName,
  adSourceId: INMOBI_EXCHANGE_BIDDING,
  cpmMode: 'LIVE',
  state: 'ENABLED',
});

/** A line with a price. */
export const manualLine = (displayName = 'AppLovin line', cpmMicros: string | number = '2500000') => ({
  displayName,
  adSourceId: APPLOVIN,
  cpmMode: 'MANUAL',
  cpmMicros,
  state: 'ENABLED',
});

export const groupBody = (publisherId: string, changes: object = {}) => ({
  displayName: 'Banner group',
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnit(publisherId)] },
  mediationGroupLines: { '-1': manualLine() },
  ...changes,
});

/** A group and the id of the line that the request asked for. */
export async function createGroup(world: World, publisherId: string, changes: object = {}) {
  const body = groupBody(publisherId, changes);
  const group = await world.call(publisherId, 'accounts.mediationGroups.create', { body });
  const lines = Object.values(group.mediationGroupLines ?? {});
  const groupId = group.mediationGroupId as string;
  return { group, groupId, lines, lineId: lines[0]?.id as string, path: { mediationGroupsId: groupId } };
}

/** Creates a mapping of the ad unit for AppLovin on Android. Returns its resource name. */
export async function createMapping(
  world: World,
  publisherId: string,
  { fragment = '0000000001', adapterId = ADAPTER.applovinAndroid as string, values = {} as object } = {},
): Promise<string> {
  const adUnitConfigurations =
    adapterId === ADAPTER.applovinAndroid ? { [SDK_KEY]: 'key', ...values } : values;
  const mapping = await world.call(publisherId, 'accounts.adUnits.adUnitMappings.create', {
    path: { adUnitsId: fragment },
    body: { displayName: 'Mapping', adapterId, adUnitConfigurations },
  });
  return mapping.name as string;
}

export const experimentBody = (changes: object = {}) => ({
  displayName: 'Experiment',
  treatmentTrafficPercentage: '50',
  treatmentMediationLines: [{ mediationGroupLine: liveLine('Treatment line') }],
  ...changes,
});

export const CREATE_EXPERIMENT = 'accounts.mediationGroups.mediationAbExperiments.create';
export const STOP_EXPERIMENT = 'accounts.mediationGroups.mediationAbExperiments.stop';
export const PATCH_GROUP = 'accounts.mediationGroups.patch';
export const CREATE_GROUP = 'accounts.mediationGroups.create';
export const LIST_GROUPS = 'accounts.mediationGroups.list';
export const GET_GROUP = 'accounts.mediationGroups.get';
export const CREATE_MAPPING = 'accounts.adUnits.adUnitMappings.create';
export const LIST_MAPPINGS = 'accounts.adUnits.adUnitMappings.list';
