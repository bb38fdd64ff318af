import type { RandomFill } from '../../conventions/random.ts';
import type { AdUnitMapping as SentMapping } from '../contract/index.ts';
import { newId } from '../ids.ts';
import { parseMappingName } from '../names.ts';
import type { Adapter, Catalogue } from '../ports/catalogue.ts';
import type { AdUnitMapping } from '../ports/entities.ts';
import type { Violations } from '../refusals.ts';
import { isTooLong, optionalName } from '../text.ts';

const LONGEST_NAME = 255;

/** Bounds of the settings of one mapping: characters of a value, and number of values. */
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
  for (const { id, label, required } of configMetadata) {
    if (required && !values[id]) violations.add(field, `needs a value for ${id} (${label})`, { id, label });
  }
}

/** `name` is free text here: what is not the resource name of a mapping of the ad unit is a display name. */
function displayNameOf({ name, displayName }: SentMapping, publisherId: string, fragment: string) {
  if (displayName) return displayName;
  const isResource = name !== undefined && parseMappingName(publisherId, name)?.fragment === fragment;
  return isResource ? undefined : name;
}

export type NewMapping = Omit<AdUnitMapping, 'mappingId' | 'createdAt'>;

/** The mapping that a request asks for. `field` is the path of the mapping in the request, with a dot at its end. */
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

/** The mappings with ids, no two of them the same. */
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
