import { CborReader } from './reader.ts';
import type { CborValue, DecodeOptions } from './value-and-limits.ts';

export { CborError, type CborErrorCode } from '../errors.ts';
export { encode, encodeInOrder } from './encode.ts';
export { headLength, MAJOR, writeHead } from './head.ts';
export { CborReader, type ItemKind } from './reader.ts';
export { type CborValue, type DecodeOptions, Encoded, Float, Tagged } from './value-and-limits.ts';

/** The one item that `bytes` is; maps come as Map, byte strings as views on the input. Throws CborError. */
export function decode(bytes: Uint8Array, options?: DecodeOptions): CborValue {
  const reader = new CborReader(bytes, options);
  const value = reader.value();
  reader.end();
  return value;
}
