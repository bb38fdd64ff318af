const UINT32 = 0x1_0000_0000;

/** Major types of RFC 8949 3.1. */
export const MAJOR = {
  unsigned: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  array: 4,
  map: 5,
  tag: 6,
  simple: 7,
} as const;

/** Number of bytes of the shortest head with argument `n` (0 to 2^53-1). */
export function headLength(n: number): 1 | 2 | 3 | 5 | 9 {
  if (n < 24) return 1;
  if (n < 0x100) return 2;
  if (n < 0x10000) return 3;
  return n < UINT32 ? 5 : 9;
}

/** Writes the shortest head of `major` with argument `n` (0 to 2^53-1) and returns the offset after it. */
export function writeHead(target: Uint8Array, offset: number, major: number, n: number): number {
  const initial = major << 5;
  if (n < 24) {
    target[offset] = initial | n;
    return offset + 1;
  }
  if (n < 0x100) {
    target[offset] = initial | 24;
    target[offset + 1] = n;
    return offset + 2;
  }
  if (n < 0x10000) {
    target[offset] = initial | 25;
    target[offset + 1] = n >>> 8;
    target[offset + 2] = n;
    return offset + 3;
  }
  if (n < UINT32) {
    target[offset] = initial | 26;
    return writeUint32(target, offset + 1, n);
  }
  target[offset] = initial | 27;
  writeUint32(target, offset + 1, Math.floor(n / UINT32));
  return writeUint32(target, offset + 5, n % UINT32);
}

export function writeUint32(target: Uint8Array, offset: number, n: number): number {
  target[offset] = n >>> 24;
  target[offset + 1] = n >>> 16;
  target[offset + 2] = n >>> 8;
  target[offset + 3] = n;
  return offset + 4;
}
