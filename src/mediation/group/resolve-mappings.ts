import { canServe } from '../format.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { AdUnitMapping, Targeting } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import type { Violations } from '../violations.ts';
import type { MappingReference } from './mapping-references.ts';

interface Fit {
  readonly targeting: Pick<Targeting, 'platform' | 'format'>;
  readonly catalogue: Catalogue;
}

/** Why a mapping cannot be used where it is named; undefined when it can. */
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

/** Checks that the mappings which lines name are there and fit the group. */
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
