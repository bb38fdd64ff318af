import { ALPHANUMERIC, DIGITS, type RandomFill, randomText } from '../conventions/random-text.ts';

/**
 * Forms of identifiers and resource names. Ids are strings, because they have leading zeros and exceed 2^53.
 */

export const PUBLISHER_ID_PATTERN = '^pub-\\d{16}$';

const PUBLISHER_ID = new RegExp(PUBLISHER_ID_PATTERN);
const AD_UNIT_ID = /^ca-app-(pub-\d{16})\/(\d{10})$/;
const APP_ID = /^ca-app-(pub-\d{16})~(\d{10})$/;
const AD_UNIT_NAME = /^accounts\/(pub-\d{16})\/adUnits\/(\d{10})$/;
const MAPPING_NAME = /^accounts\/(pub-\d{16})\/adUnits\/(\d{10})\/adUnitMappings\/(\d{1,19})$/;
const TEN_DIGITS = /^\d{10}$/;

export const isPublisherId = (text: string) => PUBLISHER_ID.test(text);
/** The last part of ad unit ids. Ids of groups and experiments have the same form. */
export const isTenDigits = (text: string) => TEN_DIGITS.test(text);

export const accountName = (publisherId: string) => `accounts/${publisherId}`;

export const groupName = (publisherId: string, groupId: string) =>
  `${accountName(publisherId)}/mediationGroups/${groupId}`;

/**
 * In the plural, like the collection in the path. One comment in the public discovery document has the
 * singular.
 */
export const experimentName = (publisherId: string, groupId: string, experimentId: string) =>
  `${groupName(publisherId, groupId)}/mediationAbExperiments/${experimentId}`;

export const adSourceName = (publisherId: string, adSourceId: string) =>
  `${accountName(publisherId)}/adSources/${adSourceId}`;

export const adapterName = (publisherId: string, adSourceId: string, adapterId: string) =>
  `${adSourceName(publisherId, adSourceId)}/adapters/${adapterId}`;

export const appName = (publisherId: string, fragment: string) =>
  `${accountName(publisherId)}/apps/${fragment}`;

export const servingKeyName = (publisherId: string, appFragment: string, key: string) =>
  `${appName(publisherId, appFragment)}/servingKeys/${key}`;

export const adUnitName = (publisherId: string, fragment: string) =>
  `${accountName(publisherId)}/adUnits/${fragment}`;

export const mappingName = (publisherId: string, fragment: string, mappingId: string) =>
  `${adUnitName(publisherId, fragment)}/adUnitMappings/${mappingId}`;

/** `ca-app-pub-<digits>/<fragment>` */
export const adUnitId = (publisherId: string, fragment: string) => `ca-app-${publisherId}/${fragment}`;

/** `ca-app-pub-<digits>~<fragment>` */
export const appId = (publisherId: string, fragment: string) => `ca-app-${publisherId}~${fragment}`;

/** The last 10 digits of an ad unit id or app id of this publisher; undefined for any other text. */
function fragmentBy(shape: RegExp) {
  return (publisherId: string, id: string): string | undefined => {
    const [, owner, fragment] = shape.exec(id) ?? [];
    return owner === publisherId ? fragment : undefined;
  };
}

export const adUnitFragment = fragmentBy(AD_UNIT_ID);
export const appFragment = fragmentBy(APP_ID);
export const adUnitNameFragment = fragmentBy(AD_UNIT_NAME);

export interface MappingKey {
  readonly fragment: string;
  readonly mappingId: string;
}

/** The parts of the resource name of a mapping of this publisher; undefined for any other text. */
export function parseMappingName(publisherId: string, name: string): MappingKey | undefined {
  const [, owner, fragment, mappingId] = MAPPING_NAME.exec(name) ?? [];
  if (owner !== publisherId || fragment === undefined || mappingId === undefined) return undefined;
  return { fragment, mappingId };
}

/** Number of digits of new ids. Ids are texts, so leading zeros count. */
const LENGTHS = {
  group: 10,
  line: 16,
  experiment: 10,
  mapping: 10,
  app: 10,
  adUnit: 10,
  publisher: 16,
} as const;

/** A random id. The store refuses an id that already exists. */
export function newId(random: RandomFill, kind: keyof typeof LENGTHS): string {
  return randomText(random, DIGITS, LENGTHS[kind]);
}

const SERVING_KEY = /^pk_[A-Za-z0-9]{24}$/;

export const isServingKey = (text: string) => SERVING_KEY.test(text);

/** A new publishable key. It has 142 random bits, so that nobody finds a key by guessing. */
export const newServingKey = (random: RandomFill) => `pk_${randomText(random, ALPHANUMERIC, 24)}`;
