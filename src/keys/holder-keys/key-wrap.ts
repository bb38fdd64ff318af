import { createCipheriv, createDecipheriv } from 'node:crypto';
import { CustodyError } from '../custody.ts';

/** RFC 5649 section 3: the first half of the alternative initial value. OpenSSL adds the length. */
const INITIAL = Buffer.from('a65959a6', 'hex');

/** By the length of the wrapping key in bytes. */
const CIPHERS: Readonly<Record<number, string>> = {
  16: 'id-aes128-wrap-pad',
  24: 'id-aes192-wrap-pad',
  32: 'id-aes256-wrap-pad',
};

function cipherOf({ length }: Uint8Array): string {
  const name = CIPHERS[length];
  if (name === undefined) throw new CustodyError('a key that wraps others has 16, 24 or 32 bytes');
  return name;
}

/** AES key wrap with padding (RFC 5649). */
export function wrapKey(wrapping: Uint8Array, key: Uint8Array): Uint8Array {
  const cipher = createCipheriv(cipherOf(wrapping), wrapping, INITIAL);
  return Buffer.concat([cipher.update(key), cipher.final()]);
}

/** @throws CustodyError if another key wrapped it, or if it was changed */
export function unwrapKey(wrapping: Uint8Array, wrapped: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(cipherOf(wrapping), wrapping, INITIAL);
  try {
    return Buffer.concat([decipher.update(wrapped), decipher.final()]);
  } catch (cause) {
    throw new CustodyError('a wrapped key does not belong to the key that should open it', { cause });
  }
}
