/** A status list of MSOs that are under the same root and expire in the same period. */
export interface StatusList {
  readonly listNo: number;
  /** 128 random bits; the last segment of the URI. */
  readonly name: string;
  /** Key id of the root of its MSOs and of its signer. */
  readonly root: string;
  /** The setting at that time; MSOs name `${baseUri}/${name}`. */
  readonly baseUri: string;
  /** When all of its MSOs have expired. */
  readonly periodEnd: number;
  readonly entries: number;
  readonly createdAt: number;
}

/** MSOs of the same bucket share lists. */
export type StatusBucket = Pick<StatusList, 'root' | 'baseUri' | 'periodEnd'>;

/** The newest publication of a list; number 0 is none. */
export interface StatusPublication {
  readonly listNo: number;
  readonly number: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** A list with its newest publication. */
export type PublishedList = StatusList & StatusPublication;

/** A version of a credential whose MSOs are revoked after the device has MSOs of the next version. */
export interface SupersededVersion {
  readonly credentialId: string;
  readonly versionId: string;
}

export interface StatusListReader {
  /** Lists of the bucket that have at least `room` entries left. */
  openStatusLists(bucket: StatusBucket, room: number): Promise<readonly StatusList[]>;
  /** Lists that have not ended at `now`. */
  publishedLists(now: number): Promise<readonly PublishedList[]>;
  /** Lists that ended before, and whose tokens were not deleted. */
  endedStatusLists(before: number): Promise<readonly number[]>;
  /** The newest token of a list. */
  statusToken(listNo: number): Promise<Uint8Array | undefined>;
  /** Entries whose bits are set, in order, from the one after `after`. */
  revokedEntries(listNo: number, after: number, limit: number): Promise<readonly number[]>;
  /** Versions whose time has passed, although the device has no MSOs of the next one. */
  dueSupersededVersions(now: number, limit: number): Promise<readonly SupersededVersion[]>;
}

export interface StatusListWriter extends StatusListReader {
  insertStatusList(list: Omit<StatusList, 'listNo'>): Promise<StatusList>;
  /** Reserves consecutive counters of the list; returns the first, or undefined if there are not as many. */
  reserveStatusEntries(listNo: number, count: number): Promise<number | undefined>;
  /**
   * Takes over the next publication of a list. False if it was published meanwhile, or another process took it over at most
   * `patience` ago. A time that is further ahead was stored with a wrong clock.
   */
  claimPublication(list: StatusPublication, at: number, patience: number): Promise<boolean>;
  /** Stores the publication after `number - 1`. False if another process published it first. */
  storePublication(publication: StatusPublication & { readonly token: Uint8Array }): Promise<boolean>;
  /** Gives no more entries of the present lists. Their MSOs stay as they are. Returns how many lists were open. */
  closeStatusLists(at: number): Promise<number>;
  /** Which database this is; another one may lack entries that were given. Undefined if the database cannot tell. */
  databaseOrigin(): Promise<string | undefined>;
  /** Deletes the bits of a list, at most `limit` at once, and then its token; returns whether nothing is left. */
  retireStatusList(listNo: number, limit: number): Promise<boolean>;
  /** Sets the bits of all unexpired MSOs of a credential. */
  revokeStatusEntries(credentialId: string, now: number): Promise<void>;
  /** The same for one batch. */
  revokeBatch(credentialId: string, batchId: string, now: number): Promise<void>;
  /** Notes a version with unexpired MSOs in status lists. */
  supersedeStatusEntries(
    superseded: SupersededVersion & { readonly now: number; readonly dueAt: number },
  ): Promise<void>;
  /** Sets the bits of superseded versions of a credential, or of one of them. */
  revokeSupersededVersions(credentialId: string, now: number, versionId?: string): Promise<void>;
}
