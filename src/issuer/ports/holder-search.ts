import type { Holder } from '../model/index.ts';

export interface HolderSearchReader {
  /** Holders who have a text with this keyed digest. */
  holdersByDigest(digest: Uint8Array, limit: number): Promise<readonly Holder[]>;
  /** Holders whose current record is not in the index. */
  unindexedHolders(limit: number): Promise<readonly Holder[]>;
}

export interface HolderSearchWriter {
  /** Saves the digests of a holder and replaces the previous ones. */
  indexHolder(holderId: string, recordVersion: number, digests: readonly Uint8Array[]): Promise<void>;
}
