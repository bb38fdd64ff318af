import { CborError, CborReader } from '../cbor/index.ts';

/** Longest document type, namespace or element identifier that identity credential hardware takes, in UTF-8. */
const MAX_NAME_BYTES = 256;

export const isName = (text: string): boolean =>
  text.length > 0 && text.isWellFormed() && Buffer.byteLength(text) <= MAX_NAME_BYTES;

export const hasRepeats = (items: readonly unknown[]): boolean => new Set(items).size < items.length;

/** Whether `bytes` is one CBOR item of definite lengths and shortest heads: what a device's re-encoding leaves alone. */
export function isShortestCbor(bytes: Uint8Array): boolean {
  try {
    const reader = new CborReader(bytes);
    reader.raw();
    reader.end();
    return true;
  } catch (error) {
    if (error instanceof CborError) return false;
    throw error;
  }
}
