import { diffieHellman, type KeyObject } from 'node:crypto';
import { EcError } from './error.ts';
import { isP256, publicKeyFromPoint } from './public-key.ts';

/** ECDH on P-256: the X coordinate, 32 bytes (SEC 1 3.3.1, RFC 9180 4.1). Throws EcError. */
export function sharedSecret(privateKey: KeyObject, point: Uint8Array): Uint8Array {
  if (privateKey.type !== 'private' || !isP256(privateKey)) {
    throw new EcError('unsupportedKey', 'a P-256 private key is expected');
  }
  return diffieHellman({ privateKey, publicKey: publicKeyFromPoint(point) });
}
