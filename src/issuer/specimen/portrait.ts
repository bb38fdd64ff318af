/** Pixels; the least that the rules for portraits ask for. */
const WIDTH = 240;
const HEIGHT = 320;

const BLOCKS = (WIDTH / 8) * (HEIGHT / 8);

/** ITU-T T.81 B.1.1.4 */
const segment = (marker: number, ...content: readonly number[]): readonly number[] => [
  0xff,
  marker,
  (content.length + 2) >> 8,
  (content.length + 2) & 0xff,
  ...content,
];

/** One symbol, 0, of one bit, 0: no difference to the block before, and the end of a block (F.1.2). */
const onlyZero = (table: number) => segment(0xc4, table, 1, ...new Uint8Array(15), 0);

/** A JPEG without a face: even grey. Each block is two bits of 0. */
export function specimenPortrait(): Uint8Array {
  return Uint8Array.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, ...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0),
    ...segment(0xdb, 0, ...new Uint8Array(64).fill(1)),
    ...segment(0xc0, 8, HEIGHT >> 8, HEIGHT & 0xff, WIDTH >> 8, WIDTH & 0xff, 1, 1, 0x11, 0),
    ...onlyZero(0x00),
    ...onlyZero(0x10),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
    ...new Uint8Array((BLOCKS * 2) / 8),
    ...[0xff, 0xd9],
  ]);
}
