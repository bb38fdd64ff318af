/** What a purge must leave because of legal holds. */
export interface HeldReader {
  /** Entries of the audit log from this time on must be kept; undefined without an open hold. */
  heldSince(): Promise<number | undefined>;
}
