import type { PublisherDirectory } from '../accounts/ports/services.ts';
import type { MediationStore } from '../mediation/ports/store.ts';

/** The accounts that the mediation panel keeps, as sign-in and consent need them. */
export function publisherDirectory(store: MediationStore): PublisherDirectory {
  return {
    async displayNames(publisherIds) {
      const found = await store.read((reader) => reader.publishers(publisherIds));
      return new Map(found.map(({ publisherId, displayName }) => [publisherId, displayName]));
    },
  };
}
