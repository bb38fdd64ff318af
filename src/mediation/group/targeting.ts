import { sameJson } from '../../conventions/index.ts';
import type { MediationGroupTargeting } from '../contract/index.ts';
import { canServe, formatOf, platformOf, specified } from '../enum-values.ts';
import { adUnitFragment } from '../names.ts';
import type { AdUnit, Platform, Targeting } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import type { Violations } from '../refusals.ts';
import { checkAdUnitCount } from './limits.ts';

/** The ad units of a group. They must belong to this publisher; repeated ones are dropped. */
function adUnitIdsOf(
  sent: readonly string[],
  publisherId: string,
  violations: Violations,
): readonly string[] {
  for (const [index, id] of sent.entries()) {
    if (adUnitFragment(publisherId, id) !== undefined) continue;
    violations.add(
      `targeting.adUnitIds[${index}]`,
      `is not an ad unit id of this publisher, ca-app-${publisherId}/ and 10 digits`,
    );
  }
  const adUnitIds = [...new Set(sent)];
  checkAdUnitCount(adUnitIds, violations);
  return adUnitIds;
}

/** CLDR: two letters or three digits (UTS 35, unicode_region_subtag). */
const REGION = /^(?:[A-Z]{2}|\d{3})$/;

function regionsOf(sent: readonly string[] = [], field: string, violations: Violations): readonly string[] {
  for (const [index, region] of sent.entries()) {
    if (REGION.test(region)) continue;
    violations.add(`${field}[${index}]`, 'is not a CLDR region: two upper-case letters or three digits');
  }
  return [...new Set(sent)];
}

type Audience = Omit<Targeting, 'platform' | 'format' | 'adUnitIds'>;

/** Regions and IDFA: whose ad requests a group is for. */
function audienceOf(sent: MediationGroupTargeting, platform: Platform, violations: Violations): Audience {
  const targeted = regionsOf(sent.targetedRegionCodes, 'targeting.targetedRegionCodes', violations);
  const excluded = regionsOf(sent.excludedRegionCodes, 'targeting.excludedRegionCodes', violations);
  const included = new Set(targeted);
  if (excluded.some((region) => included.has(region))) {
    violations.add('targeting.excludedRegionCodes', 'has a region that targetedRegionCodes has too');
  }
  const idfaTargeting = specified(sent.idfaTargeting) ?? (platform === 'IOS' ? 'ALL' : undefined);
  return {
    targetedRegionCodes: targeted,
    excludedRegionCodes: excluded,
    ...(idfaTargeting && { idfaTargeting }),
  };
}

/** The targeting of a new group. */
export function targetingOf(
  sent: MediationGroupTargeting = {},
  publisherId: string,
  violations: Violations,
): Targeting {
  const platform = platformOf(sent.platform, 'targeting.platform', violations);
  return {
    platform,
    format: formatOf(sent.format, 'targeting.format', violations),
    adUnitIds: adUnitIdsOf(sent.adUnitIds ?? [], publisherId, violations),
    ...audienceOf(sent, platform, violations),
  };
}

/**
 * The targeting of a stored group with the changes of a request. Only what differs is checked; platform and format
 * never change.
 */
export function changedTargeting(
  stored: Targeting,
  wanted: MediationGroupTargeting,
  publisherId: string,
  violations: Violations,
): Targeting {
  const { platform, format, adUnitIds, ...audience } = stored;
  const {
    adUnitIds: wantedIds = [],
    targetedRegionCodes = [],
    excludedRegionCodes = [],
    idfaTargeting,
  } = wanted;
  const isSameAudience = sameJson(
    { targetedRegionCodes, excludedRegionCodes, ...(idfaTargeting && { idfaTargeting }) },
    { ...audience },
  );
  return {
    platform,
    format,
    adUnitIds: sameJson(wantedIds, adUnitIds) ? adUnitIds : adUnitIdsOf(wantedIds, publisherId, violations),
    ...(isSameAudience ? audience : audienceOf(wanted, platform, violations)),
  };
}

function problem(
  adUnit: AdUnit | undefined,
  platforms: ReadonlyMap<string, Platform>,
  { platform, format }: Targeting,
): string | undefined {
  if (!adUnit) return 'is not an ad unit of the inventory';
  if (platforms.get(adUnit.appFragment) !== platform) return `is not an ad unit of an app for ${platform}`;
  if (!canServe([adUnit.format], format) && !canServe([format], adUnit.format)) {
    return `is not an ad unit of the format ${format}`;
  }
  return undefined;
}

/** Checks that the ad units of a group exist in the inventory and fit the group, except those in `known`. */
export async function checkInventory(
  reader: MediationReader,
  publisherId: string,
  targeting: Targeting,
  violations: Violations,
  known: readonly string[] = [],
): Promise<void> {
  const before = new Set(known);
  const asked = targeting.adUnitIds.flatMap((id, index) => {
    const fragment = adUnitFragment(publisherId, id);
    return before.has(id) || fragment === undefined ? [] : [{ fragment, index }];
  });
  const found = await reader.adUnits(
    publisherId,
    asked.map(({ fragment }) => fragment),
  );
  const adUnits = new Map(found.map((adUnit) => [adUnit.fragment, adUnit]));
  const apps = await reader.apps(publisherId, [...new Set(found.map((adUnit) => adUnit.appFragment))]);
  const platforms = new Map(apps.map((app) => [app.fragment, app.platform]));
  for (const { fragment, index } of asked) {
    const text = problem(adUnits.get(fragment), platforms, targeting);
    if (text) violations.add(`targeting.adUnitIds[${index}]`, text);
  }
}
