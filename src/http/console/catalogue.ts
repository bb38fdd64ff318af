import type { FastifyInstance } from 'fastify';
import type { Administration } from '../../admin/administration.ts';
import { statusAnswer } from '../conventions/index.ts';
import type { Gate } from './gate.ts';

/** Catalogue data for the page that the mediation interface does not list. */
export interface CatalogueState {
  /** The ad source of the service's own network. */
  readonly ownNetwork: string;
  readonly version: string;
  readonly loadTime: string;
  /** Why the current file is not in use; each names its line. */
  readonly problems: readonly string[];
}

/** The state of the catalogue, for everybody who is signed in: it is the same for all publishers. */
export async function cataloguePlugin(
  instance: FastifyInstance,
  { gate, administration }: { readonly gate: Gate; readonly administration: Administration },
): Promise<void> {
  instance.setErrorHandler((error, _request, reply) => {
    const { status, headers, text } = statusAnswer(error);
    return reply.code(status).headers(headers).send(text);
  });
  instance.get('/catalogue', async (request): Promise<CatalogueState> => {
    const { subject } = await gate.identify(request);
    const caller = { kind: 'operator', requestId: request.id, operatorId: subject, role: 'viewer' } as const;
    const { ownNetwork, version, loadTime, problems = [] } = await administration.showCatalogue({}, caller);
    return { ownNetwork, version, loadTime, problems };
  });
}
