import type { TimeStamp } from './ports/anchors.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';

/**
 * The audit log in the order of reading: the lines that a seal covers, the seal, and its time stamps. At the end come
 * lines that are not sealed yet.
 */
export type ChainPart =
  | { readonly line: SealedEntry }
  | { readonly seal: Seal }
  | { readonly timeStamp: TimeStamp };
