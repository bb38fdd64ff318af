import type { MediationDeps } from '../../mediation/deps.ts';
import type { PublisherMethodName, PublisherOperation } from './contract.ts';
import { createPublisher } from './create-publisher.ts';
import { listChanges, listPublishers } from './lists.ts';

export { PUBLISHER_METHODS } from './contract.ts';

export type PublisherAdministration = { readonly [Name in PublisherMethodName]: PublisherOperation<Name> };

/** What an operator does around the interface. */
export function publisherAdministration(
  deps: Pick<MediationDeps, 'store' | 'clock' | 'random'>,
): PublisherAdministration {
  return {
    createPublisher: createPublisher(deps),
    listPublishers: listPublishers(deps),
    listChanges: listChanges(deps),
  };
}
