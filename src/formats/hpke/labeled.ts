import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/** What the two hashes read, written anew for each HMAC: the messages of a key schedule are short. */
const inner = Buffer.allocUnsafeSlow(1024);
const outer = Buffer.allocUnsafeSlow(BLOCK_BYTES + HASH_BYTES);

/**
 * HMAC-SHA-256 (RFC 2104) of the concatenated parts, with a key of at most one block. For the short messages
 * of the key schedule, two one-shot hashes (with digests as binary text) take a tenth of the time of an Hmac
 * object.
 */
function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  let size = BLOCK_BYTES;
  for (const part of parts) size += part.length;
  const message = size <= inner.length ? inner.subarray(0, size) : Buffer.allocUnsafeSlow(size);
  for (let index = 0; index < BLOCK_BYTES; index++) {
    const byte = index < key.length ? key[index]! : 0;
    message[index] = byte ^ INNER_PAD;
    outer[index] = byte ^ OUTER_PAD;
  }
  let offset = BLOCK_BYTES;
  for (const part of parts) {
    message.set(part, offset);
    offset += part.length;
  }
  outer.write(hash('sha256', message, 'binary'), BLOCK_BYTES, 'latin1');
  return Buffer.from(hash('sha256', outer, 'binary'), 'latin1');
}

/** The start of a labeled step's input. It depends only on suite and label, so it is built once. */
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

/** LabeledExpand of RFC 9180 4, before it is cut to its length, which is at most one block of 32 bytes. */
export function labeledExpand(
  prk: Uint8Array,
  prefix: LabeledPrefix,
  ...info: readonly Uint8Array[]
): Uint8Array {
  return hmacSha256(prk, prefix, ...info, FIRST_BLOCK);
}
