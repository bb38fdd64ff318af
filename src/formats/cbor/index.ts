import { CborReader } from './reader.ts';
import type { CborValue, DecodeOptions } from './value-and-limits.ts';

export { CborError, type CborErrorCode } from '../errors.ts';
export { encode, encodeInOrder } from './encode.ts';
export { headLength, MAJOR, writeHead } from './head.ts';
export { CborReader, type ItemKind } from './reader.ts';
export { type CborValue, type DecodeOptions, Encoded, Float, Tagged } from './value-and-limits.ts';

/**
 * Decodes `bytes`, which must be exactly one item. Maps become Map objects, byte strings views of the input. Throws
 * CborError.
 */
export function decode(bytes: Uint8Array, options?: DecodeOptions): CborValue {
  const reader = new CborReader(bytes, options);
  const value = reader.value();
  reader.end();
  return value;
}
