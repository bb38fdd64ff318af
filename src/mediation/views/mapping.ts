import type { AdUnitMapping as MappingView } from '../contract/index.ts';
import { mappingName } from '../names.ts';
import type { AdUnitMapping } from '../ports/entities.ts';

export function mappingView(mapping: AdUnitMapping): MappingView {
  const { publisherId, fragment, mappingId, adapterId, displayName, configurations } = mapping;
  return {
    name: mappingName(publisherId, fragment, mappingId),
    adapterId,
    ...(displayName !== undefined && { displayName }),
    ...(Object.keys(configurations).length > 0 && { adUnitConfigurations: { ...configurations } }),
    state: 'ENABLED',
  };
}
