import { createPrivateKey, type KeyObject } from 'node:crypto';
import { EcError, pointFromPublicKey } from '../formats/ec/index.ts';

/** The public point, 65 bytes; undefined when the key is not on P-256. */
export function pointOfPrivateKey(key: KeyObject): Uint8Array | undefined {
  try {
    return pointFromPublicKey(key);
  } catch (error) {
    if (error instanceof EcError) return undefined;
    throw error;
  }
}

/** A private key from PKCS#8 or SEC 1 PEM text without a passphrase; undefined when there is none. */
export function privateKeyFromPem(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    // What the library says may quote its input.
    return undefined;
  }
}
