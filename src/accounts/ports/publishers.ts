/** The publisher accounts that there are; the mediation panel keeps them. */
export interface PublisherDirectory {
  /** Display names by id, of those that exist. */
  displayNames(publisherIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
