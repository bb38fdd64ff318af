import type { PublisherDirectory } from '../accounts/ports/publishers.ts';
import type { MediationStore } from '../mediation/ports/store.ts';

/** The accounts that the mediation panel keeps, as sign-in and consent need them. */
export function publisherDirectory(store: MediationStore): PublisherDirectory {
  return {
    async displayNames(publisherIds) {
      if (publisherIds.length === 0) return new Map();
      const page = { size: publisherIds.length };
      const { rows } = await store.read((reader) => reader.listPublishers(page, publisherIds));
      return new Map(rows.map(({ publisherId, displayName }) => [publisherId, displayName]));
    },
  };
}
