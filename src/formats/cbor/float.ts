const scratch = new DataView(new ArrayBuffer(8));

function bitsOfSingle(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getUint32(0);
}

/**
 * The bits of the half float that equals `value`, which must be exact in single precision; -1 if there is
 * none.
 */
function bitsOfHalf(value: number): number {
  const bits = bitsOfSingle(value);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 127;
  const fraction = bits & 0x7fffff;
  if (value === 0) return sign;
  if (exponent === 128) return sign | 0x7c00;
  if (exponent > 15 || exponent < -24) return -1;
  if (exponent >= -14) return fraction & 0x1fff ? -1 : sign | ((exponent + 15) << 10) | (fraction >>> 13);
  const significand = fraction | 0x800000;
  const shift = -1 - exponent;
  return significand & ((1 << shift) - 1) ? -1 : sign | (significand >>> shift);
}

/**
 * Number of bytes that `value` needs as a float without loss (RFC 8949 4.2.2). Every NaN is written as a half
 * float.
 */
export function floatSize(value: number): 2 | 4 | 8 {
  if (Number.isNaN(value)) return 2;
  if (Math.fround(value) !== value) return 8;
  return bitsOfHalf(value) < 0 ? 4 : 2;
}

/**
 * Writes `value` as the shortest float without loss and returns the offset after it. Needs 9 bytes of space.
 */
export function writeFloat(target: Uint8Array, offset: number, value: number): number {
  const size = floatSize(value);
  if (size === 2) {
    const bits = Number.isNaN(value) ? 0x7e00 : bitsOfHalf(value);
    target[offset] = 0xf9;
    target[offset + 1] = bits >>> 8;
    target[offset + 2] = bits;
    return offset + 3;
  }
  if (size === 4) scratch.setFloat32(0, value);
  else scratch.setFloat64(0, value);
  target[offset] = size === 4 ? 0xfa : 0xfb;
  for (let index = 0; index < size; index++) target[offset + 1 + index] = scratch.getUint8(index);
  return offset + 1 + size;
}

/** Reads the float of `size` bytes at `offset`. The caller has checked that the input is long enough. */
export function readFloat(source: Uint8Array, offset: number, size: 2 | 4 | 8): number {
  if (size === 2) return valueOfHalf(((source[offset] as number) << 8) | (source[offset + 1] as number));
  for (let index = 0; index < size; index++) scratch.setUint8(index, source[offset + index] as number);
  return size === 4 ? scratch.getFloat32(0) : scratch.getFloat64(0);
}

function valueOfHalf(bits: number): number {
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (fraction + 1024) * 2 ** (exponent - 25);
}
