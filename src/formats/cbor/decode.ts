import { CborReader } from './reader.ts';
import type { CborValue, DecodeOptions } from './value-and-limits.ts';

/** The one item that `bytes` is; maps come as Map, byte strings as views on the input. Throws CborError. */
export function decode(bytes: Uint8Array, options?: DecodeOptions): CborValue {
  const reader = new CborReader(bytes, options);
  const value = reader.value();
  reader.end();
  return value;
}
