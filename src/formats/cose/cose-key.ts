import { Buffer } from 'node:buffer';
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { CborValue } from '../cbor/index.ts';
import { EcError, POINT_BYTES, requirePoint } from '../ec/index.ts';
import { CoseError } from '../errors.ts';

/** COSE_Key (RFC 9052 7) of type EC2 (RFC 9053 7.1.1). */
const LABEL = { keyType: 1, curve: -1, x: -2, y: -3 } as const;
const EC2 = 2;
const P256 = 1;

const CURVES: ReadonlyMap<CborValue, { readonly name: string; readonly coordinateBytes: number }> = new Map([
  [P256, { name: 'P-256', coordinateBytes: 32 }],
  [2, { name: 'P-384', coordinateBytes: 48 }],
  [3, { name: 'P-521', coordinateBytes: 66 }],
]);

/** { 1: 2, -1: 1, -2: x, -3: y } of an uncompressed P-256 point. Throws CoseError `malformedKey`. */
export function coseKeyFromPoint(point: Uint8Array): ReadonlyMap<number, number | Uint8Array> {
  checkPoint(point);
  return new Map<number, number | Uint8Array>([
    [LABEL.keyType, EC2],
    [LABEL.curve, P256],
    [LABEL.x, new Uint8Array(point.subarray(1, 33))],
    [LABEL.y, new Uint8Array(point.subarray(33))],
  ]);
}

/** The uncompressed point of a P-256 key, 65 bytes. Throws CoseError: `malformedKey`, `unsupportedKey`. */
export function pointFromCoseKey(value: CborValue): Uint8Array {
  const { curve, x, y } = readEc2Key(value);
  if (curve !== 'P-256') throw new CoseError('unsupportedKey', 'key is not on P-256');
  const point = new Uint8Array(POINT_BYTES);
  point[0] = 0x04;
  point.set(x, 1);
  point.set(y, 33);
  checkPoint(point);
  return point;
}

/** An EC2 key on P-256, P-384 or P-521. Throws CoseError: `malformedKey`, `unsupportedKey`. */
export function publicKeyFromCoseKey(value: CborValue): KeyObject {
  const { curve, x, y } = readEc2Key(value);
  try {
    const key = { kty: 'EC', crv: curve, x: base64url(x), y: base64url(y) };
    return createPublicKey({ key, format: 'jwk' });
  } catch (cause) {
    throw new CoseError('malformedKey', 'point is not on the curve', { cause });
  }
}

function readEc2Key(value: CborValue): { curve: string; x: Uint8Array; y: Uint8Array } {
  if (!(value instanceof Map)) throw new CoseError('malformedKey', 'COSE_Key is not a map');
  if (value.get(LABEL.keyType) !== EC2) throw new CoseError('unsupportedKey', 'key type is not EC2');
  const curve = CURVES.get(value.get(LABEL.curve));
  if (!curve) throw new CoseError('unsupportedKey', 'curve is not supported');
  const x: CborValue = value.get(LABEL.x);
  const y: CborValue = value.get(LABEL.y);
  if (typeof y === 'boolean') throw new CoseError('unsupportedKey', 'compressed points are not supported');
  if (!isCoordinate(x, curve.coordinateBytes) || !isCoordinate(y, curve.coordinateBytes)) {
    throw new CoseError('malformedKey', `coordinates of ${curve.coordinateBytes} bytes are expected`);
  }
  return { curve: curve.name, x, y };
}

function isCoordinate(value: CborValue, size: number): value is Uint8Array {
  return value instanceof Uint8Array && value.length === size;
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64url');
}

function checkPoint(point: Uint8Array): void {
  try {
    requirePoint(point);
  } catch (cause) {
    if (!(cause instanceof EcError)) throw cause;
    throw new CoseError('malformedKey', cause.message, { cause });
  }
}
