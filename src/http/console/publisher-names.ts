import type { FastifyInstance } from 'fastify';
import type { PublisherDirectory } from '../../accounts/ports/services.ts';
import { admitViewers, type ViewerOptions } from './viewer.ts';

interface PublisherNamesOptions extends ViewerOptions {
  readonly publishers: PublisherDirectory;
}

/** The person's own publishers by name, which the accounts of the mediation interface do not have. */
export async function publisherNamesPlugin(
  instance: FastifyInstance,
  options: PublisherNamesOptions,
): Promise<void> {
  const { gate, publishers } = options;
  admitViewers(instance, options);
  instance.get('/publishers', async (request) => {
    const { publishers: own } = await gate.identify(request);
    const names = await publishers.displayNames([...own]);
    return { publishers: [...names].map(([id, displayName]) => ({ id, displayName })) };
  });
}
