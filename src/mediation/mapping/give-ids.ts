import type { RandomFill } from '../../conventions/effects.ts';
import { newId } from '../ids.ts';
import type { AdUnitMapping } from '../ports/entities.ts';
import type { NewMapping } from './new-mapping.ts';

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
