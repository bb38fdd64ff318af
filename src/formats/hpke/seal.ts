import { createCipheriv } from 'node:crypto';
import { type EphemeralKey, encapsulate } from './kem.ts';
import { keySchedule } from './key-schedule.ts';
import { type HpkeSuite, TAG_BYTES } from './suite.ts';

export interface SealParts {
  readonly info: Uint8Array;
  readonly aad: Uint8Array;
  readonly plaintext: Uint8Array;
}

export interface Sealed {
  /** Uncompressed point, 65 bytes. */
  readonly encapsulatedKey: Uint8Array;
  /** With the tag of 16 bytes at its end. */
  readonly ciphertext: Uint8Array;
}

/**
 * Single-shot encryption to a P-256 point of 65 bytes (RFC 9180 6.1, base mode).
 * Throws HpkeError `malformed` for a recipient that is no such point.
 */
export function seal(
  suite: HpkeSuite,
  recipientPoint: Uint8Array,
  parts: SealParts,
  options: { ephemeral?: EphemeralKey } = {},
): Sealed {
  const { encapsulatedKey, kemSecret } = encapsulate(recipientPoint, options.ephemeral);
  const { key, nonce } = keySchedule(suite, kemSecret, parts.info);
  const cipher = createCipheriv(suite.cipher, key, nonce, { authTagLength: TAG_BYTES });
  if (parts.aad.length > 0) cipher.setAAD(parts.aad);
  const encrypted = cipher.update(parts.plaintext);
  cipher.final();
  const ciphertext = new Uint8Array(encrypted.length + TAG_BYTES);
  ciphertext.set(encrypted);
  ciphertext.set(cipher.getAuthTag(), encrypted.length);
  return { encapsulatedKey, ciphertext };
}
