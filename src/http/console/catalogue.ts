import type { FastifyInstance } from 'fastify';
import { admitViewers, asViewer, type ViewerOptions } from './viewer.ts';

/** Data of the catalogue that the console needs and the mediation interface does not list. */
interface CatalogueState {
  /** The ad source of this service's own network. */
  readonly ownNetwork: string;
  readonly version: string;
  readonly loadTime: string;
  /** Why the current file is not in use; each problem names its line. */
  readonly problems: readonly string[];
}

/** The state of the catalogue, for every signed-in user, because it is the same for all publishers. */
export async function cataloguePlugin(instance: FastifyInstance, options: ViewerOptions): Promise<void> {
  const { gate, administration } = options;
  admitViewers(instance, options);
  instance.get('/catalogue', async (request): Promise<CatalogueState> => {
    const { subject } = await gate.identify(request);
    const caller = asViewer(request, subject);
    const { ownNetwork, version, loadTime, problems = [] } = await administration.showCatalogue({}, caller);
    return { ownNetwork, version, loadTime, problems };
  });
}
