import { headLength, writeHead } from '../cbor/index.ts';

/** A placeholder of fixed size, filled in later; with size 0 it marks a position. Slots are compared by identity. */
export interface Slot {
  readonly size: number;
}

export const slot = (size: number): Slot => ({ size });

/** Bytes in which some places are still open. */
export type Pieces = readonly (Uint8Array | Slot)[];

const sizeOf = (piece: Uint8Array | Slot): number =>
  piece instanceof Uint8Array ? piece.length : piece.size;

export const totalSize = (pieces: Pieces): number => pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);

/** `major` with the size of `pieces` as argument, then the pieces: a byte string around them. */
export const wrapped = (major: number, pieces: Pieces): Pieces => [head(major, totalSize(pieces)), ...pieces];

export function head(major: number, argument: number): Uint8Array {
  const bytes = new Uint8Array(headLength(argument));
  writeHead(bytes, 0, major, argument);
  return bytes;
}

export interface Layout {
  /** Open places are zero. */
  readonly bytes: Uint8Array;
  /** Where a slot begins. */
  readonly offsetOf: (slot: Slot) => number;
}

export function layOut(pieces: Pieces): Layout {
  const offsets = new Map<Slot, number>();
  const bytes = new Uint8Array(totalSize(pieces));
  let at = 0;
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) bytes.set(piece, at);
    else offsets.set(piece, at);
    at += sizeOf(piece);
  }
  return { bytes, offsetOf: (wanted) => offsets.get(wanted)! };
}
