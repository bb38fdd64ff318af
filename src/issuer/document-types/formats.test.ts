import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jpeg } from '../../../test/support/portrait.ts';
import { BYTES_FORMATS } from './formats.ts';

const vector = (name: string) =>
  readFileSync(new URL(`../../../test/vectors/images/${name}`, import.meta.url));
const demo = readFileSync(new URL('../../../data/demo/portrait.jpg', import.meta.url));

describe('Images in a record (ISO 18013-5 7.2.2)', () => {
  it.each<readonly [string, Uint8Array, string | undefined, string | undefined]>([
    ['a baseline JPEG', demo, undefined, undefined],
    ['a progressive JPEG', vector('progressive.jpg'), undefined, undefined],
    ['a JPEG 2000 file', vector('file.jp2'), undefined, 'must be a JPEG image'],
    ['a JPEG 2000 code stream', vector('stream.j2k'), undefined, 'must be a JPEG image'],
    ['a PNG', vector('other.png'), 'must be a JPEG or JPEG 2000 image', 'must be a JPEG image'],
    ['a text', Buffer.from('a portrait'), 'must be a JPEG or JPEG 2000 image', 'must be a JPEG image'],
    [
      'half a JPEG',
      demo.subarray(0, demo.length / 2),
      'must be a whole image: this one is cut off or damaged',
      'must be a whole image: this one is cut off or damaged',
    ],
    ['a JPEG of 10000 pixels', jpeg({ width: 10_000 }), undefined, undefined],
    [
      'a JPEG of more',
      jpeg({ width: 10_001 }),
      'must have sides of at most 10000 pixels',
      'must have sides of at most 10000 pixels',
    ],
  ])('%s is accepted as an image, and as a JPEG, or refused', (_, bytes, image, jpegOnly) => {
    expect(BYTES_FORMATS.image?.(bytes)).toBe(image);
    expect(BYTES_FORMATS.jpeg?.(bytes)).toBe(jpegOnly);
  });
});
