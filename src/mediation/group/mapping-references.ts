import { printMaskPath } from '../../conventions/index.ts';
import type { MediationGroupLine as SentLine } from '../contract/index.ts';
import { canServe } from '../enum-values.ts';
import { adUnitFragment, type MappingKey, parseMappingName } from '../names.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { AdUnitMapping, Targeting } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import type { Violations } from '../refusals.ts';
import { checkMappingCount } from './limits.ts';

/** `mediationGroupLines["-1"]` */
export const linePath = (key: string) => printMaskPath([{ field: 'mediationGroupLines' }, { key }]);

/** `….adUnitMappings["ca-app-pub-…/…"]`, below the path of a line. */
const mappingPath = (line: string, adUnitId: string) =>
  `${line}.${printMaskPath([{ field: 'adUnitMappings' }, { key: adUnitId }])}`;

/** A mapping that a line names for one of its ad units. */
interface MappingReference extends MappingKey {
  /** Path of the field in the request. */
  readonly field: string;
  readonly adSourceId: string;
}

/** The context in which lines are checked. */
export interface LineContext {
  readonly publisherId: string;
  readonly catalogue: Catalogue;
  readonly violations: Violations;
  /** Collects the mappings that lines name, so that they are resolved together. */
  readonly references: MappingReference[];
}

interface Place {
  readonly field: string;
  readonly adSourceId: string;
  /** References that the line already has. They are not checked again. */
  readonly known: Readonly<Record<string, string>>;
}

/**
 * The mappings of a line by ad unit id; collects the new ones. The line of the own network needs no mappings,
 * so any are dropped.
 */
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

interface Fit {
  readonly targeting: Pick<Targeting, 'platform' | 'format'>;
  readonly catalogue: Catalogue;
}

/** Why a line cannot use a mapping; undefined if it can. */
function problem(
  { fragment, adSourceId }: MappingReference,
  mapping: AdUnitMapping | undefined,
  { targeting, catalogue }: Fit,
): string | undefined {
  if (mapping?.fragment !== fragment) return 'names a mapping that does not exist; create it first';
  const adapter = catalogue.adapter(mapping.adapterId);
  if (!adapter) return 'names a mapping whose adapter does not exist any more';
  if (adapter.adSourceId !== adSourceId) return 'names a mapping for another ad source than that of the line';
  if (adapter.platform !== targeting.platform) return `names a mapping that is not for ${targeting.platform}`;
  if (!canServe(adapter.formats, targeting.format)) {
    return `names a mapping whose adapter does not load the format ${targeting.format}`;
  }
  return undefined;
}

/** Checks that the mappings that lines name exist and fit the group. */
export async function resolveMappings(
  reader: MediationReader,
  publisherId: string,
  references: readonly MappingReference[],
  fit: Fit,
  violations: Violations,
): Promise<void> {
  const ids = new Set(references.map(({ mappingId }) => mappingId));
  const mappings = await reader.mappings(publisherId, [...ids]);
  const byId = new Map(mappings.map((mapping) => [mapping.mappingId, mapping]));
  for (const reference of references) {
    const found = problem(reference, byId.get(reference.mappingId), fit);
    if (found) violations.add(reference.field, found);
  }
}
