import { isoTime } from '../../conventions/json-schema.ts';
import type { CatalogueSource, LoadedCatalogue } from '../../mediation/ports/catalogue.ts';
import type { AdminOperation } from '../operation.ts';
import type { CatalogueView } from './contract.ts';

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

export const showCatalogue: AdminOperation<'showCatalogue', CatalogueSource> = (source) => async () =>
  catalogueView(source.loaded());
