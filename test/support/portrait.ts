interface Portrait {
  readonly width?: number;
  readonly height?: number;
  /** Length of the file; at least that of the image without comments. */
  readonly bytes?: number;
}

const LONGEST_SEGMENT = 0xffff;

export const segment = (marker: number, content: Uint8Array | readonly number[]): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, Buffer.from(content)]);
};

/** Comments of exactly this many bytes, at least 4 if any. */
function comments(bytes: number): Buffer {
  const parts: Buffer[] = [];
  for (let left = bytes; left > 0; ) {
    const whole = Math.min(left, LONGEST_SEGMENT + 2);
    const length = left - whole > 0 && left - whole < 4 ? whole - 4 : whole;
    parts.push(segment(0xfe, new Uint8Array(Math.max(0, length - 4))));
    left -= Math.max(4, length);
  }
  return Buffer.concat(parts);
}

/** A Huffman table with one code of one bit for the value 0. */
const huffman = (id: number) => segment(0xc4, [id, 1, ...new Array<number>(15).fill(0), 0]);

/**
 * A whole grey JPEG of one shade (ISO/IEC 10918-1): each block has two bits, for no difference and for the end of the block.
 * Comments make it longer.
 */
export function jpeg({ width = 240, height = 320, bytes = 0 }: Portrait = {}): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const jfif = segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  const frame = [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0];
  const image = Buffer.concat([
    segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    segment(0xc0, frame),
    huffman(0x00),
    huffman(0x10),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    Buffer.alloc(Math.ceil(blocks / 4)),
    Buffer.from([0xff, 0xd9]),
  ]);
  const start = Buffer.from([0xff, 0xd8]);
  const left = bytes - start.length - jfif.length - image.length;
  return Buffer.concat([start, jfif, ...(left > 0 ? [comments(Math.max(4, left))] : []), image]);
}
