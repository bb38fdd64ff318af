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

/** Throws EcError `malformedPoint` or `notOnCurve`. */
export function requirePoint(point: Uint8Array): void {
  requirePointForm(point);
  if (!isOnCurve(point)) throw new EcError('notOnCurve', 'point is not on P-256');
}

/** Throws EcError `malformedPoint`. */
export function requirePointForm(point: Uint8Array): void {
  if (hasPointForm(point)) return;
  throw new EcError('malformedPoint', 'an uncompressed point of 65 bytes is expected');
}

/** Whether these bytes look like an uncompressed point; for callers whose next step checks the curve. */
export function hasPointForm(point: Uint8Array): boolean {
  return point.length === POINT_BYTES && point[0] === UNCOMPRESSED;
}

/** Big endian. */
const coordinate = (view: DataView, at: number): bigint =>
  (view.getBigUint64(at) << 192n) |
  (view.getBigUint64(at + 8) << 128n) |
  (view.getBigUint64(at + 16) << 64n) |
  view.getBigUint64(at + 24);
