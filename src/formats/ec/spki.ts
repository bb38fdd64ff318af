import { Buffer } from 'node:buffer';
import { EcError } from '../errors.ts';
import { POINT_BYTES, requirePoint } from './point.ts';

/** SubjectPublicKeyInfo up to the point: id-ecPublicKey, prime256v1 (RFC 5480 2.1.1), BIT STRING without unused bits. */
const PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** Bytes of the SubjectPublicKeyInfo of a P-256 key. */
export const SPKI_BYTES = PREFIX.length + POINT_BYTES;

/** DER SubjectPublicKeyInfo, 91 bytes. Throws EcError. */
export function spkiFromPoint(point: Uint8Array): Uint8Array {
  requirePoint(point);
  return joinSpki(point);
}

/** Whether this begins as the SubjectPublicKeyInfo of an uncompressed P-256 key does and has its size. */
export const isP256Spki = (spki: Uint8Array): boolean =>
  spki.length === SPKI_BYTES && PREFIX.compare(spki, 0, PREFIX.length) === 0;

/** The point of a DER SubjectPublicKeyInfo: this one form, nothing else. Throws EcError. */
export function pointFromSpki(spki: Uint8Array): Uint8Array {
  if (!isP256Spki(spki)) {
    throw new EcError('malformedSpki', 'SubjectPublicKeyInfo is not that of an uncompressed P-256 key');
  }
  const point = new Uint8Array(spki.subarray(PREFIX.length));
  requirePoint(point);
  return point;
}

/** Without the check of the curve, for a caller whose next step makes it. */
export function joinSpki(point: Uint8Array): Uint8Array {
  const spki = new Uint8Array(SPKI_BYTES);
  spki.set(PREFIX);
  spki.set(point, PREFIX.length);
  return spki;
}
