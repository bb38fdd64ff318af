import { Buffer } from 'node:buffer';
import { hmacSha256 } from './hmac.ts';

/** What a labeled step starts with; it depends on suite and label only, so it is built once. */
export type LabeledPrefix = Uint8Array;

const VERSION = Buffer.from('HPKE-v1');
const NO_SALT = new Uint8Array(0);
/** Counter of the first and only block of HKDF-Expand (RFC 5869 2.3). */
const FIRST_BLOCK = Uint8Array.of(1);

export function extractPrefix(suiteId: Uint8Array, label: string): LabeledPrefix {
  return Buffer.concat([VERSION, suiteId, Buffer.from(label)]);
}

export function expandPrefix(suiteId: Uint8Array, label: string, length: number): LabeledPrefix {
  return Buffer.concat([Uint8Array.of(length >>> 8, length), extractPrefix(suiteId, label)]);
}

/** LabeledExtract of RFC 9180 4. */
export function labeledExtract(
  salt: Uint8Array | undefined,
  prefix: LabeledPrefix,
  ikm: Uint8Array,
): Uint8Array {
  return hmacSha256(salt ?? NO_SALT, prefix, ikm);
}

/** LabeledExpand of RFC 9180 4, before it is cut to its length; one block of 32 bytes is the most. */
export function labeledExpand(
  prk: Uint8Array,
  prefix: LabeledPrefix,
  ...info: readonly Uint8Array[]
): Uint8Array {
  return hmacSha256(prk, prefix, ...info, FIRST_BLOCK);
}
