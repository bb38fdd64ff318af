import type { Holder } from '../model/index.ts';

export interface HolderKeyReader {
  /** Whether a holder's data is stored unencrypted. */
  hasPlainHolders(): Promise<boolean>;
  /** The epoch whose key encrypts the key of the holder; undefined if the holder's data is not encrypted. */
  epochOfHolder(holderId: string): Promise<number | undefined>;
  /** Ids of holders behind this one, in order, and when they were created. */
  holdersBehind(after: string, limit: number): Promise<readonly Pick<Holder, 'holderId' | 'createdAt'>[]>;
  /** The first and the last epoch whose keys encrypt keys of holders; undefined if no holder has a key. */
  epochsOfHolders(): Promise<{ readonly first: number; readonly last: number } | undefined>;
}

export interface HolderKeyWriter {
  /**
   * Makes keys for holders that have none, in the order of their ids, and encrypts their data. `last` is the id to
   * continue behind; absent if there are no more holders.
   */
  encryptHolders(
    after: string,
    limit: number,
  ): Promise<{ readonly encrypted: number; readonly last?: string }>;
  /** Encrypts keys of holders from before this epoch with its key; returns how many they were. */
  rewrapHolderKeys(epoch: number, limit: number): Promise<number>;
}
