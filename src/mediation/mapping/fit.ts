import { canServe } from '../enum-values.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { AdUnit } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import type { NewMapping } from './new-mapping.ts';

/** The ad units of the mappings that are in the inventory, and the platform of each. */
export async function inventoryOf(
  reader: MediationReader,
  publisherId: string,
  fragments: readonly string[],
) {
  const adUnits = await reader.adUnits(publisherId, [...new Set(fragments)]);
  const apps = await reader.apps(publisherId, [...new Set(adUnits.map((adUnit) => adUnit.appFragment))]);
  const platforms = new Map(apps.map(({ fragment, platform }) => [fragment, platform]));
  return new Map(
    adUnits.map((adUnit) => [adUnit.fragment, { adUnit, platform: platforms.get(adUnit.appFragment) }]),
  );
}

interface Known {
  readonly adUnit: AdUnit;
  readonly platform: string | undefined;
}

/** Why the adapter of a mapping cannot serve its ad unit; undefined when it can. */
export function misfit({ adapterId }: NewMapping, known: Known, catalogue: Catalogue): string | undefined {
  const adapter = catalogue.adapter(adapterId);
  if (!adapter) return undefined;
  if (adapter.platform !== known.platform) return `is not an adapter for ${known.platform}`;
  if (!canServe(adapter.formats, known.adUnit.format)) {
    return `is an adapter that does not load the format ${known.adUnit.format}`;
  }
  return undefined;
}
