import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;

/**
 * HMAC-SHA-256 (RFC 2104) of the parts in a row, by a key of at most one block. Two one-shot hashes cost a sixth of an
 * Hmac object for messages as short as those of the key schedule.
 */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  let size = BLOCK_BYTES;
  for (const part of parts) size += part.length;
  const inner = Buffer.allocUnsafe(size);
  pad(inner, key, 0x36);
  let offset = BLOCK_BYTES;
  for (const part of parts) {
    inner.set(part, offset);
    offset += part.length;
  }
  const outer = Buffer.allocUnsafe(BLOCK_BYTES + HASH_BYTES);
  pad(outer, key, 0x5c);
  outer.set(hash('sha256', inner, 'buffer'), BLOCK_BYTES);
  return hash('sha256', outer, 'buffer');
}

function pad(target: Uint8Array, key: Uint8Array, value: number): void {
  target.fill(value, key.length, BLOCK_BYTES);
  for (let index = 0; index < key.length; index++) target[index] = (key[index] as number) ^ value;
}
