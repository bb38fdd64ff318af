interface Portrait {
  readonly width?: number;
  readonly height?: number;
  /** Length of the file; at least that of its header. */
  readonly bytes?: number;
}

const segment = (marker: number, ...content: readonly number[]) => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 0xff,
  ...content,
];

/** A JPEG header followed by zeros instead of an image. */
export function jpeg({ width = 240, height = 320, bytes = 0 }: Portrait = {}): Buffer {
  const jfif = segment(0xe0, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0);
  const frame = segment(0xc0, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0);
  const header = Buffer.from([0xff, 0xd8, ...jfif, ...frame]);
  return Buffer.concat([header, Buffer.alloc(Math.max(0, bytes - header.length))]);
}
