import type { Cosignature, TimeStamp } from './ports/anchors.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';

/**
 * The audit log in the order of reading: the lines that a seal covers, the seal, its time stamps and
 * cosignatures. At the end come
 * lines that are not sealed yet.
 */
export type ChainPart =
  | { readonly line: SealedEntry }
  | { readonly seal: Seal }
  | { readonly timeStamp: TimeStamp }
  | { readonly cosignature: Cosignature };
