import type { AdUnit as SentAdUnit, App as SentApp } from './contract/index.ts';
import { formatOf, platformOf } from './enum-values.ts';
import { appFragment } from './names.ts';
import type { AdFormat, AdUnit, App, Platform } from './ports/entities.ts';
import type { Violations } from './refusals.ts';
import { optionalName, requiredName } from './text.ts';

const LONGEST_APP_NAME = 80;
const LONGEST_STORE_ID = 255;

/** The name of an app that was created without a name. */
const UNNAMED = 'Unnamed app';

type SentLink = NonNullable<SentApp['linkedAppInfo']>;

function linked({ appStoreId, androidAppStores = [] }: SentLink, platform: Platform, violations: Violations) {
  const id = requiredName(appStoreId, 'linkedAppInfo.appStoreId', LONGEST_STORE_ID, violations);
  for (const [index, store] of androidAppStores.entries()) {
    if (!store.endsWith('_UNSPECIFIED')) continue;
    violations.add(`linkedAppInfo.androidAppStores[${index}]`, 'is not a store');
  }
  const stores = androidAppStores.length > 0 ? [...new Set(androidAppStores)] : ['GOOGLE_PLAY_APP_STORE'];
  return { appStoreId: id, androidAppStores: platform === 'ANDROID' ? stores : [] };
}

/** The app that a request creates. */
export function newApp(
  sent: SentApp,
  violations: Violations,
): Pick<App, 'platform' | 'linked' | 'displayName'> {
  const platform = platformOf(sent.platform, 'platform', violations);
  const field = 'manualAppInfo.displayName';
  const given = optionalName(sent.manualAppInfo?.displayName, field, LONGEST_APP_NAME, violations);
  const displayName = given ?? (sent.linkedAppInfo ? undefined : UNNAMED);
  return {
    platform,
    ...(sent.linkedAppInfo && { linked: linked(sent.linkedAppInfo, platform, violations) }),
    ...(displayName !== undefined && { displayName }),
  };
}

const LONGEST_AD_UNIT_NAME = 80;

interface AdTypeRule {
  readonly allowed: readonly string[];
  /** Ad types that must not be left out. */
  readonly always: readonly string[];
}

const BOTH: AdTypeRule = { allowed: ['RICH_MEDIA', 'VIDEO'], always: [] };

/** Ad types of each format. Ad units of a format that is missing here cannot be created. */
const AD_TYPES: Readonly<Partial<Record<AdFormat, AdTypeRule>>> = {
  APP_OPEN: BOTH,
  BANNER: BOTH,
  INTERSTITIAL: BOTH,
  NATIVE: BOTH,
  REWARDED: { ...BOTH, always: ['VIDEO'] },
  REWARDED_INTERSTITIAL: { allowed: ['VIDEO'], always: ['VIDEO'] },
};

function adTypesOf(
  sent: readonly string[] = [],
  format: AdFormat,
  violations: Violations,
): readonly string[] {
  const { allowed, always } = AD_TYPES[format] ?? BOTH;
  if (sent.length === 0) return allowed;
  for (const [index, type] of sent.entries()) {
    if (allowed.includes(type)) continue;
    violations.add(`adTypes[${index}]`, `is not one of ${allowed.join(', ')}, which ${format} allows`);
  }
  const missing = always.filter((type) => !sent.includes(type));
  if (missing.length > 0) violations.add('adTypes', `has to have ${missing.join(', ')} with ${format}`);
  return allowed.filter((type) => sent.includes(type));
}

function rewardOf(sent: SentAdUnit['rewardSettings'], format: AdFormat, violations: Violations) {
  if (!sent) return undefined;
  if (format !== 'REWARDED') violations.add('rewardSettings', 'is only for the format REWARDED');
  const { unitAmount = '0' } = sent;
  if (BigInt(unitAmount) < 1n) violations.add('rewardSettings.unitAmount', 'is required, and at least 1');
  const unitType = requiredName(sent.unitType, 'rewardSettings.unitType', LONGEST_AD_UNIT_NAME, violations);
  return { unitAmount, unitType };
}

/** Checks a new ad unit; the caller checks that its app exists. */
export function newAdUnit(
  sent: SentAdUnit,
  publisherId: string,
  violations: Violations,
): Omit<AdUnit, 'publisherId' | 'fragment' | 'createdAt'> {
  const format = formatOf(sent.adFormat, 'adFormat', violations);
  if (format === 'BANNER_INTERSTITIAL')
    violations.add('adFormat', 'is a format that cannot be created any more');
  if (!sent.appId) violations.add('appId', 'is required');
  const reward = rewardOf(sent.rewardSettings, format, violations);
  return {
    appFragment: appFragment(publisherId, sent.appId ?? '') ?? '',
    displayName: requiredName(sent.displayName, 'displayName', LONGEST_AD_UNIT_NAME, violations),
    format,
    adTypes: adTypesOf(sent.adTypes, format, violations),
    ...(reward && { reward }),
  };
}
