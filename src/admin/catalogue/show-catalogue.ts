import { isoTime } from '../../conventions/json-schema.ts';
import type { LoadedCatalogue } from '../../mediation/ports/catalogue.ts';
import { CATALOGUE_METHODS, type CatalogueView } from '../contract/catalogue/methods.ts';
import { catalogue, operation } from '../operation/operation.ts';

export function catalogueView({
  catalogue,
  file,
  version,
  loadedAt,
  problems,
}: LoadedCatalogue): CatalogueView {
  return {
    file,
    version,
    loadTime: isoTime(loadedAt),
    ownNetwork: catalogue.ownNetwork.adSourceId,
    adSources: catalogue.adSources.map(({ adSourceId, title, adapters }) => ({
      adSourceId,
      title,
      adapters: adapters.map(({ adapterId, title: name, platform, formats }) => ({
        adapterId,
        title: name,
        platform,
        formats: [...formats],
      })),
    })),
    ...(problems.length > 0 && { problems: [...problems] }),
  };
}

export const showCatalogue = operation(CATALOGUE_METHODS.showCatalogue, {
  needs: catalogue,
  run: async ({ catalogue: source }) => catalogueView(source.loaded()),
});
