import type { Holder } from '../model/index.ts';

export interface HolderSearchReader {
  /** Holders one of whose texts has this keyed digest. */
  holdersByDigest(digest: Uint8Array, limit: number): Promise<readonly Holder[]>;
  /** Holders whose record is not in the index as it is now. */
  unindexedHolders(limit: number): Promise<readonly Holder[]>;
}

export interface HolderSearchWriter {
  /** Saves the digests of a holder and replaces the previous ones. */
  indexHolder(holderId: string, recordVersion: number, digests: readonly Uint8Array[]): Promise<void>;
}
