import type { FastifyInstance } from 'fastify';
import { isoTime } from '../../conventions/json-schema.ts';
import type { Adapter as AdapterView, AdSource as AdSourceView } from '../../mediation/contract/index.ts';
import type { CatalogueSource } from '../../mediation/ports/catalogue.ts';
import { adapterDetails } from '../../mediation/views/resources.ts';
import { admitViewers, type ViewerOptions } from './viewer.ts';

/** The whole catalogue. The mediation interface lists adapters for one ad source at a time, and has no state of the file. */
interface CatalogueOfConsole {
  /** The ad source of this service's own network. */
  readonly ownNetwork: string;
  readonly version: string;
  readonly loadTime: string;
  /** Why the current file is not in use; each problem names its line. */
  readonly problems: readonly string[];
  /** Full days before an experiment can have a leader, which is a setting of the server. */
  readonly minimumFullDays: number;
  readonly adSources: readonly (Required<Pick<AdSourceView, 'adSourceId' | 'title'>> & {
    readonly adapters: readonly Omit<AdapterView, 'name'>[];
  })[];
}

interface CatalogueOptions extends Omit<ViewerOptions, 'administration'> {
  readonly catalogue: CatalogueSource;
  readonly minimumFullDays: number;
}

/** The catalogue, for every signed-in user, because it is the same for all publishers. */
export async function cataloguePlugin(instance: FastifyInstance, options: CatalogueOptions): Promise<void> {
  admitViewers(instance, options);
  instance.get('/catalogue', async (): Promise<CatalogueOfConsole> => {
    const { catalogue, version, loadedAt, problems } = options.catalogue.loaded();
    return {
      ownNetwork: catalogue.ownNetwork.adSourceId,
      version,
      loadTime: isoTime(loadedAt),
      problems,
      minimumFullDays: options.minimumFullDays,
      adSources: catalogue.adSources.map(({ adSourceId, title, adapters }) => ({
        adSourceId,
        title,
        adapters: adapters.map(adapterDetails),
      })),
    };
  });
}
