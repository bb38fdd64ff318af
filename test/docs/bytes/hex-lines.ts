/** A line of an annotated dump: bytes in hex, and what they mean. */
export interface Line {
  readonly depth: number;
  readonly bytes: Uint8Array;
  readonly meaning: string;
}

/** Bytes of a long string on one line. */
const ROW = 24;
const COMMENTS = 62;

/** Splits the bytes of a long string into rows; the first has the meaning. */
export function rows(depth: number, bytes: Uint8Array, meaning: string): readonly Line[] {
  const count = Math.max(1, Math.ceil(bytes.length / ROW));
  return Array.from({ length: count }, (_, row) => ({
    depth,
    bytes: bytes.subarray(row * ROW, (row + 1) * ROW),
    meaning: row === 0 ? meaning : '',
  }));
}

export function printed(lines: readonly Line[]): string {
  return lines
    .map(({ depth, bytes, meaning }) => {
      const hex = ' '.repeat(Math.min(depth, 7) * 2) + Buffer.from(bytes).toString('hex');
      return meaning === '' ? hex : `${hex.padEnd(COMMENTS)} # ${meaning}`;
    })
    .join('\n');
}
