import { Buffer } from 'node:buffer';
import { createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { EcError } from '../errors.ts';
import { POINT_BYTES, requirePointForm } from './point.ts';
import { joinSpki } from './spki.ts';

/** Name that node:crypto gives to P-256. */
export const P256 = 'prime256v1';

/** Whether this is an EC key, public or private, on P-256. */
export function isP256(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === P256;
}

/** The uncompressed point, 65 bytes, of a P-256 public key or of a private key's public part. Throws EcError. */
export function pointFromPublicKey(key: KeyObject): Uint8Array {
  if (!isP256(key)) throw new EcError('unsupportedKey', 'a P-256 key is expected');
  return pointOf(key.type === 'private' ? createPublicKey(key) : key);
}

/** Without the check of the curve, which costs a new key as much as being made. */
export function pointOf(publicKey: KeyObject): Uint8Array {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = new Uint8Array(POINT_BYTES);
  point[0] = 0x04;
  point.set(Buffer.from(x as string, 'base64url'), 1);
  point.set(Buffer.from(y as string, 'base64url'), 33);
  return point;
}

/** Throws EcError. */
export function publicKeyFromPoint(point: Uint8Array): KeyObject {
  requirePointForm(point);
  try {
    return publicKeyFromSpki(joinSpki(point));
  } catch (cause) {
    throw new EcError('notOnCurve', 'point is not on P-256', { cause });
  }
}

/**
 * Of any algorithm. As text, since node:crypto tries three other kinds of key, each with an exception, before it takes
 * bytes. Throws what node:crypto throws.
 */
export function publicKeyFromSpki(spki: Uint8Array): KeyObject {
  const text = Buffer.from(spki.buffer, spki.byteOffset, spki.length).toString('base64');
  return createPublicKey(`-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`);
}

/** ECDH on P-256: the X coordinate, 32 bytes (SEC 1 3.3.1, RFC 9180 4.1). Throws EcError. */
export function sharedSecret(privateKey: KeyObject, point: Uint8Array): Uint8Array {
  if (privateKey.type !== 'private' || !isP256(privateKey)) {
    throw new EcError('unsupportedKey', 'a P-256 private key is expected');
  }
  return diffieHellman({ privateKey, publicKey: publicKeyFromPoint(point) });
}
