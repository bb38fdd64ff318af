/** Digest ids of one namespace: `first` … `first + count - 1`, whose CBOR heads all have the same size. */
export interface DigestIdRange {
  readonly first: number;
  readonly count: number;
  /** Bytes of the id after the initial byte of its head. */
  readonly size: 1 | 2;
}

const FIRST_OF_ONE_BYTE = 24;
const FIRST_OF_TWO_BYTES = 0x100;

/** Ids from 24 on, or from 256 on, so that all ids have encodings of the same size. */
export function digestIdRange(count: number): DigestIdRange {
  return count <= FIRST_OF_TWO_BYTES - FIRST_OF_ONE_BYTE
    ? { first: FIRST_OF_ONE_BYTE, count, size: 1 }
    : { first: FIRST_OF_TWO_BYTES, count, size: 2 };
}

/** Fills the whole array with random bytes. */
export type RandomSource = (target: Uint8Array) => unknown;

const DRAW_BYTES = 3;
const DRAW_RANGE = 0x1000000;

/** Number of random bytes for one permutation of `count` digest ids. */
export const permutationBytes = (count: number): number => DRAW_BYTES * Math.max(0, count - 1);

/**
 * A uniform permutation of 0 … count - 1 (Fisher-Yates). Draws that would favour small numbers are discarded
 * and drawn again from `refill`. `bytes` has the first `permutationBytes(count)` bytes from `offset` on.
 */
export function permutation(
  count: number,
  bytes: Uint8Array,
  offset: number,
  refill: RandomSource,
): Uint16Array {
  const order = new Uint16Array(count);
  for (let last = 1; last < count; last++) {
    const choices = last + 1;
    const limit = DRAW_RANGE - (DRAW_RANGE % choices);
    let draw = drawAt(bytes, offset + DRAW_BYTES * (last - 1));
    while (draw >= limit) draw = freshDraw(refill);
    const other = draw % choices;
    order[last] = order[other]!;
    order[other] = last;
  }
  return order;
}

const drawAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;

function freshDraw(refill: RandomSource): number {
  const bytes = new Uint8Array(DRAW_BYTES);
  refill(bytes);
  return drawAt(bytes, 0);
}
