import { hash } from 'node:crypto';

/** What both sides sign: SHA-256(plaintext ‖ recipient public key), the key as its 65-byte point. */
export function boundHash(plaintext: Uint8Array, recipientPublicKey: Uint8Array): Uint8Array {
  const bound = new Uint8Array(plaintext.length + recipientPublicKey.length);
  bound.set(plaintext);
  bound.set(recipientPublicKey, plaintext.length);
  return hash('sha256', bound, 'buffer');
}
