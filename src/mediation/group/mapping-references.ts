import type { MediationGroupLine as SentLine } from '../contract/index.ts';
import { adUnitFragment, type MappingKey, parseMappingName } from '../names.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { Violations } from '../violations.ts';
import { checkMappingCount } from './limits.ts';
import { mappingPath } from './line-path.ts';

/** A mapping that a line names for one of its ad units. */
export interface MappingReference extends MappingKey {
  /** Where it stands in the request. */
  readonly field: string;
  readonly adSourceId: string;
}

/** What lines are checked against. */
export interface LineContext {
  readonly publisherId: string;
  readonly catalogue: Catalogue;
  readonly violations: Violations;
  /** Collects the mappings that lines name, to be resolved together. */
  readonly references: MappingReference[];
}

interface Place {
  readonly field: string;
  readonly adSourceId: string;
  /** References that the line has already; they are not looked at again. */
  readonly known: Readonly<Record<string, string>>;
}

/** The mappings of a line by ad unit id; notes the new ones. The own network needs none and keeps none. */
export function referencesOf(
  { adUnitMappings = {} }: SentLine,
  { field, adSourceId, known }: Place,
  { publisherId, catalogue, violations, references }: LineContext,
): Readonly<Record<string, string>> {
  if (adSourceId === catalogue.ownNetwork.adSourceId) return {};
  const kept: [string, string][] = [];
  for (const [adUnitId, name] of Object.entries(adUnitMappings)) {
    kept.push([adUnitId, name]);
    if (Object.hasOwn(known, adUnitId) && known[adUnitId] === name) continue;
    const path = mappingPath(field, adUnitId);
    const fragment = adUnitFragment(publisherId, adUnitId);
    const key = parseMappingName(publisherId, name);
    if (fragment === undefined) violations.add(path, 'has a key that is not an ad unit id of this publisher');
    else if (!key) {
      violations.add(
        path,
        `is not the resource name of an ad unit mapping, accounts/${publisherId}/adUnits/{ad_unit_id_fragment}/adUnitMappings/{ad_unit_mapping_id}`,
      );
    } else if (key.fragment !== fragment) violations.add(path, 'names a mapping of another ad unit');
    else references.push({ ...key, field: path, adSourceId });
  }
  checkMappingCount(kept.length, field, violations);
  return Object.fromEntries(kept);
}
