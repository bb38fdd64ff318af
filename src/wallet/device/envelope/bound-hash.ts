import { hash } from 'node:crypto';

/** What both sides sign: SHA-256(plaintext ‖ recipient public key), the key as its 65-byte point. */
export function boundHash(plaintext: Uint8Array, recipientPoint: Uint8Array): Uint8Array {
  return hash('sha256', Buffer.concat([plaintext, recipientPoint]), 'buffer');
}
