import type { Holder } from '../model/index.ts';

export interface HolderKeyReader {
  /** The epoch whose key encrypts the key of the holder; undefined if there is no such holder. */
  epochOfHolder(holderId: string): Promise<number | undefined>;
  /** Ids of holders behind this one, in order, and when they were created. */
  holdersBehind(after: string, limit: number): Promise<readonly Pick<Holder, 'holderId' | 'createdAt'>[]>;
  /** The first and the last epoch whose keys encrypt keys of holders; undefined if no holder has a key. */
  epochsOfHolders(): Promise<{ readonly first: number; readonly last: number } | undefined>;
}

export interface HolderKeyWriter {
  /** Encrypts keys of holders from before this epoch with its key; returns how many they were. */
  rewrapHolderKeys(epoch: number, limit: number): Promise<number>;
}
