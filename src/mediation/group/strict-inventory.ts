import { canServe } from '../enum-values.ts';
import { adUnitFragment } from '../names.ts';
import type { AdUnit, Platform, Targeting } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import type { Violations } from '../refusals.ts';

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

/** Checks that the ad units of a group, but those in `known`, are in the inventory and fit the group. */
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
