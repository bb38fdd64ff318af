import { Buffer } from 'node:buffer';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { EcError } from './error.ts';
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
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
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
    return createPublicKey({ key: Buffer.from(joinSpki(point).buffer), format: 'der', type: 'spki' });
  } catch (cause) {
    throw new EcError('notOnCurve', 'point is not on P-256', { cause });
  }
}
