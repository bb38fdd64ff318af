import { isPrintable } from '../conventions/printable.ts';
import type { RandomFill } from '../conventions/random-text.ts';
import type { AdUnitMapping as SentMapping } from './contract/index.ts';
import { canServe } from './enum-values.ts';
import { newId, parseMappingName } from './names.ts';
import type { Adapter, Catalogue } from './ports/catalogue.ts';
import type { AdUnit, AdUnitMapping } from './ports/entities.ts';
import type { MediationReader } from './ports/store.ts';
import type { Violations } from './refusals.ts';
import { isTooLong, optionalName } from './text.ts';

const LONGEST_NAME = 255;

/** Limits of the settings of one mapping: characters of a value, and number of values. */
const LONGEST_VALUE = 4096;
const MOST_VALUES = 64;

interface MappingContext {
  readonly publisherId: string;
  readonly catalogue: Catalogue;
  readonly violations: Violations;
}

function checkConfigurations(
  values: Readonly<Record<string, string>>,
  { configMetadata }: Adapter,
  field: string,
  violations: Violations,
): void {
  const known = new Set(configMetadata.map(({ id }) => id));
  const listed = [...known].join(', ') || 'it has none';
  for (const key of Object.keys(values)) {
    if (known.has(key)) continue;
    violations.add(field, `has a key that is no setting of the adapter; its settings: ${listed}`, {
      settings: listed,
    });
    break;
  }
  if (Object.keys(values).length > MOST_VALUES) violations.add(field, `has more than ${MOST_VALUES} entries`);
  if (Object.values(values).some((value) => isTooLong(value, LONGEST_VALUE)))
    violations.add(field, `has a value of more than ${LONGEST_VALUE} characters`);
  if (!Object.values(values).every(isPrintable))
    violations.add(field, 'has a value with control characters; take them out');
  for (const { id, label, required } of configMetadata) {
    if (required && !values[id]) violations.add(field, `needs a value for ${id} (${label})`, { id, label });
  }
}

/**
 * `name` may be any text: unless it is the resource name of a mapping of the ad unit, it is a display name.
 */
function displayNameOf({ name, displayName }: SentMapping, publisherId: string, fragment: string) {
  if (displayName) return displayName;
  const isResource = name !== undefined && parseMappingName(publisherId, name)?.fragment === fragment;
  return isResource ? undefined : name;
}

export type NewMapping = Omit<AdUnitMapping, 'mappingId' | 'createdAt'>;

/**
 * The mapping that a request creates. `field` is the path of the mapping in the request and ends with a dot.
 */
export function newMapping(
  sent: SentMapping,
  { fragment, field }: { readonly fragment: string; readonly field: string },
  { publisherId, catalogue, violations }: MappingContext,
): NewMapping {
  const { adapterId = '', adUnitConfigurations: configurations = {} } = sent;
  const adapter = catalogue.adapter(adapterId);
  if (adapterId === '') violations.add(`${field}adapterId`, 'is required');
  else if (!adapter) violations.add(`${field}adapterId`, 'is not an adapter; adapters.list shows them');
  else checkConfigurations(configurations, adapter, `${field}adUnitConfigurations`, violations);
  const asked = displayNameOf(sent, publisherId, fragment);
  const displayName = optionalName(asked, `${field}displayName`, LONGEST_NAME, violations);
  return {
    publisherId,
    fragment,
    ...(displayName !== undefined && { displayName }),
    adapterId,
    configurations,
  };
}

/** Gives ids to the mappings, all different. */
export function withMappingIds(
  mappings: readonly NewMapping[],
  random: RandomFill,
  createdAt: number,
): readonly AdUnitMapping[] {
  const ids = new Set<string>();
  while (ids.size < mappings.length) ids.add(newId(random, 'mapping'));
  const given = [...ids];
  return mappings.map((mapping, index) => ({ ...mapping, mappingId: given[index] as string, createdAt }));
}

/** The platforms of those ad units of the mappings that are in the inventory. */
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

/** Why the adapter of a mapping cannot serve its ad unit; undefined if it can. */
export function misfit({ adapterId }: NewMapping, known: Known, catalogue: Catalogue): string | undefined {
  const adapter = catalogue.adapter(adapterId);
  if (!adapter) return undefined;
  if (adapter.platform !== known.platform) return `is not an adapter for ${known.platform}`;
  if (!canServe(adapter.formats, known.adUnit.format)) {
    return `is an adapter that does not load the format ${known.adUnit.format}`;
  }
  return undefined;
}
