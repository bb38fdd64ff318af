import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { HpkeError } from '../errors.ts';
import {
  type EphemeralKey,
  encapsulate,
  extractAndExpand,
  type HpkeRecipient,
  hpkeRecipient,
  requirePointForm,
} from './kem.ts';
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
 * Single-shot encryption to a P-256 key (RFC 9180 6.1, base mode): a point of 65 bytes, or a prepared
 * recipient. Throws HpkeError `malformed` if the recipient is not such a point.
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

export interface OpenParts {
  /**
   * Raw ECDH of the encapsulated key and the recipient's private key, 32 bytes. This ECDH has already refused
   * points off the curve.
   */
  readonly sharedSecret: Uint8Array;
  /** Uncompressed point, 65 bytes. */
  readonly recipientPoint: Uint8Array;
  /** Uncompressed point, 65 bytes. */
  readonly encapsulatedKey: Uint8Array;
  readonly info: Uint8Array;
  readonly aad: Uint8Array;
  /** With the tag of 16 bytes at its end. */
  readonly ciphertext: Uint8Array;
}

const SHARED_SECRET_BYTES = 32;

/** Single-shot decryption (RFC 9180 6.1, base mode). Throws HpkeError. */
export function open(suite: HpkeSuite, parts: OpenParts): Uint8Array {
  const { sharedSecret, recipientPoint, encapsulatedKey, info, aad, ciphertext } = parts;
  requirePointForm(recipientPoint);
  requirePointForm(encapsulatedKey);
  if (sharedSecret.length !== SHARED_SECRET_BYTES)
    throw new HpkeError('malformed', 'shared secret has a wrong length');
  const textBytes = ciphertext.length - TAG_BYTES;
  if (textBytes < 0) throw new HpkeError('malformed', 'ciphertext is shorter than its tag');

  const kemSecret = extractAndExpand(sharedSecret, encapsulatedKey, recipientPoint);
  const { key, nonce } = keySchedule(suite, kemSecret, info);
  const decipher = createDecipheriv(suite.cipher, createSecretKey(key), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(ciphertext.subarray(textBytes));
  if (aad.length > 0) decipher.setAAD(aad);
  const plaintext = decipher.update(ciphertext.subarray(0, textBytes));
  try {
    decipher.final();
  } catch (cause) {
    throw new HpkeError('openFailed', 'ciphertext does not open with this key and context', { cause });
  }
  return plaintext;
}
