import { compareDecimals } from '../decimal.ts';
import type { CatalogueFile, Place } from './document.ts';

/** What is wrong, and with which entry. */
export interface Problem {
  readonly place: Place;
  readonly description: string;
}

const MAX_INT64 = '9223372036854775807';

interface Entry {
  readonly id: string;
  readonly place: Place;
}

/** The later ones of entries with the same id. */
function repeated(entries: readonly Entry[], what: string): readonly Problem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ id, place }) => {
    if (seen.has(id)) return [{ place, description: `${what} ${id} is repeated` }];
    seen.add(id);
    return [];
  });
}

/** Rules that the JSON schema cannot express. */
export function problemsOf({ adSources, ownNetwork }: CatalogueFile): readonly Problem[] {
  const sources = adSources.map(({ adSourceId }, at) => ({
    id: adSourceId,
    place: ['adSources', at, 'adSourceId'],
  }));
  const adapters = adSources.flatMap((source, at) =>
    source.adapters.map((adapter, index) => ({ adapter, at: ['adSources', at, 'adapters', index] as const })),
  );
  const ids = adapters.map(({ adapter, at }) => ({ id: adapter.adapterId, place: [...at, 'adapterId'] }));
  const tooLarge = ids.filter(({ id }) => compareDecimals(id, MAX_INT64) > 0);
  const isThere = sources.some(({ id }) => id === ownNetwork);
  return [
    ...repeated(sources, 'adSourceId'),
    ...repeated(ids, 'adapterId'),
    ...adapters.flatMap(({ adapter, at }) =>
      repeated(
        adapter.configMetadata.map(({ id }, index) => ({
          id,
          place: [...at, 'configMetadata', index, 'id'],
        })),
        `adapter ${adapter.adapterId}: the id of configMetadata`,
      ),
    ),
    ...tooLarge.map(({ id, place }) => ({ place, description: `adapterId ${id} exceeds int64` })),
    ...(isThere ? [] : [{ place: ['ownNetwork'], description: 'ownNetwork is not one of the ad sources' }]),
  ];
}
