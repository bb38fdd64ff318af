import { createCipheriv, createSecretKey } from 'node:crypto';
import { type EphemeralKey, encapsulate, type HpkeRecipient, hpkeRecipient } from './kem.ts';
import { type HpkeSuite, keySchedule, TAG_BYTES } from './suite.ts';

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
 * Single-shot encryption to a P-256 key (RFC 9180 6.1, base mode): a point of 65 bytes, or one that was prepared.
 * Throws HpkeError `malformed` for a recipient that is no such point.
 */
export function seal(
  suite: HpkeSuite,
  recipient: Uint8Array | HpkeRecipient,
  parts: SealParts,
  options: { ephemeral?: EphemeralKey } = {},
): Sealed {
  const prepared = recipient instanceof Uint8Array ? hpkeRecipient(recipient) : recipient;
  const { encapsulatedKey, kemSecret } = encapsulate(prepared, options.ephemeral);
  const { key, nonce } = keySchedule(suite, kemSecret, parts.info);
  const cipher = createCipheriv(suite.cipher, createSecretKey(key), nonce, { authTagLength: TAG_BYTES });
  if (parts.aad.length > 0) cipher.setAAD(parts.aad);
  const encrypted = cipher.update(parts.plaintext);
  cipher.final();
  const ciphertext = new Uint8Array(encrypted.length + TAG_BYTES);
  ciphertext.set(encrypted);
  ciphertext.set(cipher.getAuthTag(), encrypted.length);
  return { encapsulatedKey, ciphertext };
}
