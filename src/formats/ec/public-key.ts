import { Buffer } from 'node:buffer';
import { createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { DER, DerError, type DerReader, type EncodingRules, readDer } from '../der/index.ts';
import { EcError } from '../errors.ts';

/** Bytes of an uncompressed P-256 point: 04 || X || Y (SEC 1 2.3.3). */
export const POINT_BYTES = 65;

const COORDINATE_BYTES = 32;
const UNCOMPRESSED = 0x04;

// SEC 2 2.4.2 secp256r1; a = -3.
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Whether these bytes are an uncompressed point of P-256. */
export function isOnCurve(point: Uint8Array): boolean {
  if (!hasPointForm(point)) return false;
  const view = new DataView(point.buffer, point.byteOffset, POINT_BYTES);
  const x = coordinate(view, 1);
  const y = coordinate(view, 1 + COORDINATE_BYTES);
  return x < P && y < P && (y * y - (x * x - 3n) * x - B) % P === 0n;
}

/** Throws EcError `malformedPoint` or `notOnCurve` if the point is not a valid point of P-256. */
export function requirePoint(point: Uint8Array): void {
  requirePointForm(point);
  if (!isOnCurve(point)) throw new EcError('notOnCurve', 'point is not on P-256');
}

/** Throws EcError `malformedPoint`. */
function requirePointForm(point: Uint8Array): void {
  if (hasPointForm(point)) return;
  throw new EcError('malformedPoint', 'an uncompressed point of 65 bytes is expected');
}

/**
 * Whether these bytes look like an uncompressed point. For callers that check next whether it is on the
 * curve.
 */
export function hasPointForm(point: Uint8Array): boolean {
  return point.length === POINT_BYTES && point[0] === UNCOMPRESSED;
}

/** Big endian. */
const coordinate = (view: DataView, at: number): bigint =>
  (view.getBigUint64(at) << 192n) |
  (view.getBigUint64(at + 8) << 128n) |
  (view.getBigUint64(at + 16) << 64n) |
  view.getBigUint64(at + 24);

/** SubjectPublicKeyInfo up to the point: id-ecPublicKey, prime256v1 (RFC 5480 2.1.1), BIT STRING without unused bits. */
const PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** Bytes of the SubjectPublicKeyInfo of a P-256 key. */
export const SPKI_BYTES = PREFIX.length + POINT_BYTES;

/** DER SubjectPublicKeyInfo, 91 bytes. Throws EcError. */
export function spkiFromPoint(point: Uint8Array): Uint8Array {
  requirePoint(point);
  return joinSpki(point);
}

/**
 * Whether the size and the first bytes are those of a SubjectPublicKeyInfo with an uncompressed P-256 key.
 */
export const isP256Spki = (spki: Uint8Array): boolean =>
  spki.length === SPKI_BYTES && PREFIX.compare(spki, 0, PREFIX.length) === 0;

/** The point of the SubjectPublicKeyInfo of an uncompressed P-256 key, encoded by these rules. Throws EcError. */
export function pointFromSpki(spki: Uint8Array, rules = DER): Uint8Array {
  const point = new Uint8Array(bitsOfSpki(spki, rules));
  requirePoint(point);
  return point;
}

function bitsOfSpki(spki: Uint8Array, rules: EncodingRules): Uint8Array {
  try {
    return readDer(spki, readP256Spki, rules);
  } catch (cause) {
    if (!(cause instanceof DerError)) throw cause;
    throw new EcError('malformedSpki', `malformed SubjectPublicKeyInfo: ${cause.message}`, { cause });
  }
}

// RFC 5480 2.1.1
const ID_EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const PRIME256V1 = '1.2.840.10045.3.1.7';

function readP256Spki(reader: DerReader): Uint8Array {
  const fields = reader.sequence();
  const algorithm = fields.sequence();
  if (algorithm.objectIdentifier() !== ID_EC_PUBLIC_KEY || algorithm.objectIdentifier() !== PRIME256V1)
    throw new EcError('malformedSpki', 'SubjectPublicKeyInfo is not that of a P-256 key');
  algorithm.end();
  const bits = fields.bitStringOctets();
  fields.end();
  return bits;
}

/** Does not check that the point is on the curve. For callers that check it next. */
function joinSpki(point: Uint8Array): Uint8Array {
  const spki = new Uint8Array(SPKI_BYTES);
  spki.set(PREFIX);
  spki.set(point, PREFIX.length);
  return spki;
}

/** Name that node:crypto gives to P-256. */
export const P256 = 'prime256v1';

/** Whether this is an EC key, public or private, on P-256. */
export function isP256(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === P256;
}

/**
 * The uncompressed point, 65 bytes, of a P-256 public key or of the public part of a private key. Throws
 * EcError.
 */
export function pointFromPublicKey(key: KeyObject): Uint8Array {
  if (!isP256(key)) throw new EcError('unsupportedKey', 'a P-256 key is expected');
  return pointOf(key.type === 'private' ? createPublicKey(key) : key);
}

/** Does not check that the point is on the curve, which would double the time to make a key. */
export function pointOf(publicKey: KeyObject): Uint8Array {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = new Uint8Array(POINT_BYTES);
  point[0] = 0x04;
  point.set(Buffer.from(x as string, 'base64url'), 1);
  point.set(Buffer.from(y as string, 'base64url'), 33);
  return point;
}

/** The public key with this uncompressed point. Throws EcError. */
export function publicKeyFromPoint(point: Uint8Array): KeyObject {
  requirePointForm(point);
  try {
    return publicKeyFromSpki(joinSpki(point));
  } catch (cause) {
    throw new EcError('notOnCurve', 'point is not on P-256', { cause });
  }
}

/** Accepts keys of any algorithm. Throws the errors of node:crypto. */
export const publicKeyFromSpki = (spki: Uint8Array): KeyObject =>
  createPublicKey({
    key: Buffer.from(spki.buffer, spki.byteOffset, spki.length),
    format: 'der',
    type: 'spki',
  });

/** ECDH on P-256: the X coordinate, 32 bytes (SEC 1 3.3.1, RFC 9180 4.1). Throws EcError. */
export function sharedSecret(privateKey: KeyObject, point: Uint8Array): Uint8Array {
  if (privateKey.type !== 'private' || !isP256(privateKey)) {
    throw new EcError('unsupportedKey', 'a P-256 private key is expected');
  }
  return diffieHellman({ privateKey, publicKey: publicKeyFromPoint(point) });
}
