import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jpeg, segment } from '../../../test/support/portrait.ts';
import { property } from '../../../test/support/runs.ts';
import { ImageError, type ImageRemark, imageType, readImage } from './index.ts';

const vector = (name: string) =>
  readFileSync(new URL(`../../../test/vectors/images/${name}`, import.meta.url));
const withSegment = (image: Buffer, marker: number, content: Uint8Array | readonly number[]) =>
  Buffer.concat([image.subarray(0, 2), segment(marker, content), image.subarray(2)]);

const codeOf = (bytes: Uint8Array) => {
  try {
    readImage(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof ImageError) return error.code;
    throw error;
  }
};

/** Exif with one entry in its first directory, and a directory of places behind it. */
function exif(order: 'II' | 'MM', tag: number, value: number, placeTag = 0): Buffer {
  const tiff = Buffer.alloc(44);
  const short = (number: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(number, at) : tiff.writeUInt16BE(number, at);
  const long = (number: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(number, at) : tiff.writeUInt32BE(number, at);
  tiff.write(order, 'latin1');
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(tag, 10);
  if (tag === 0x0112) short(value, 18);
  else long(value, 18);
  short(1, 26);
  short(placeTag, 28);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

const box = (type: string, content: Uint8Array) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

const WHOLE = ['baseline.jpg', 'progressive.jpg', 'restarts.jpg', 'grey.jpg', 'cmyk.jpg'];
const WHOLE_2000 = ['file.jp2', 'grey.jp2', 'tiles.jp2', 'stream.j2k'];
const FRAME = jpeg().indexOf(Buffer.from([0xff, 0xc0]));

describe('Reading an image (ISO/IEC 10918-1, ISO/IEC 15444-1)', () => {
  it.each([...WHOLE, ...WHOLE_2000])('the size of %s is read', (name) => {
    expect(readImage(vector(name))).toMatchObject({ width: 48, height: 64 });
  });

  it.each([...WHOLE, ...WHOLE_2000])('%s is refused wherever it is cut off', (name) => {
    const image = vector(name);
    for (let length = 0; length < image.length; length += 1)
      expect([length, codeOf(image.subarray(0, length))]).toEqual([length, expect.any(String)]);
  });

  it.each(WHOLE_2000)('%s is refused where the middle is missing', (name) => {
    const image = vector(name);
    expect(codeOf(Buffer.concat([image.subarray(0, -100), image.subarray(-2)]))).toBe('damaged');
  });

  it.each([
    ['the header alone, with an end', Buffer.concat([jpeg().subarray(0, FRAME), Buffer.from('ffd9', 'hex')])],
    [
      'no data in its scan',
      Buffer.from(
        jpeg()
          .toString('latin1')
          .replace(/\0{20,}(?=\xff\xd9$)/s, ''),
        'latin1',
      ),
    ],
    ['no Huffman table', Buffer.from(jpeg().toString('latin1').replaceAll('\xff\xc4', '\xff\xe4'), 'latin1')],
    ['two frames', withSegment(jpeg(), 0xc0, [8, 0, 9, 0, 9, 1, 1, 0x11, 0])],
    ['an image inside', Buffer.concat([jpeg().subarray(0, 2), jpeg()])],
    ['no pixels', jpeg({ width: 0 })],
    ['too many segments', Buffer.concat([jpeg().subarray(0, 2), Buffer.alloc(8_000, segment(0xfe, []))])],
  ])('a JPEG with %s is damaged', (_, image) => {
    expect(codeOf(image)).toBe('damaged');
  });

  it.each([
    ['lossless', 0xc3, 8],
    ['hierarchical', 0xc5, 8],
    ['arithmetic', 0xc9, 8],
    ['progressive arithmetic', 0xca, 8],
    ['12-bit', 0xc1, 12],
  ])('a %s JPEG is unusual: phones do not show it', (_, marker, bits) => {
    const image = jpeg();
    image[FRAME + 1] = marker;
    image[FRAME + 4] = bits;
    expect(codeOf(image)).toBe('unusual');
  });

  it.each(['other.png', 'other.webp'])('%s is not an image', (name) => {
    expect(codeOf(vector(name))).toBe('notAnImage');
    expect(imageType(vector(name))).toBeUndefined();
  });

  const plain = vector('baseline.jpg');
  const uuid = (id: string, content: Uint8Array) =>
    Buffer.concat([vector('file.jp2'), box('uuid', Buffer.concat([Buffer.from(id, 'hex'), content]))]);
  const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="52,31N"/>', 'latin1');
  const inPlace = (from: string, to: string) =>
    Buffer.from(vector('file.jp2').toString('hex').replace(from, to), 'hex');

  it.each<readonly [string, Buffer, readonly ImageRemark[]]>([
    ['without Exif', plain, []],
    ['in grey', vector('grey.jpg'), []],
    ['that must be turned', vector('turned.jpg'), ['turned']],
    ['with a place', vector('place.jpg'), ['place']],
    ['in CMYK', vector('cmyk.jpg'), ['colours']],
    ['that is turned, of a small-endian camera', withSegment(plain, 0xe1, exif('II', 0x0112, 8)), ['turned']],
    ['that is upright', withSegment(plain, 0xe1, exif('MM', 0x0112, 1)), []],
    ['with an empty place', withSegment(plain, 0xe1, exif('MM', 0x8825, 26)), []],
    ['with a place of a small-endian camera', withSegment(plain, 0xe1, exif('II', 0x8825, 26, 2)), ['place']],
    ['with Exif that nobody can read', withSegment(plain, 0xe1, exif('MM', 0x8825, 40_000, 2)), []],
    ['with a place in XMP', withSegment(plain, 0xe1, xmp), ['place']],
    ['with bytes after its end', Buffer.concat([plain, vector('other.png')]), ['trailer']],
    [
      'in JPEG 2000 with a place in Exif',
      uuid('4a7067546966664578 69662d3e4a5032'.replace(' ', ''), exif('MM', 0x8825, 26, 2).subarray(6)),
      ['place'],
    ],
    ['in JPEG 2000 with a place in XMP', uuid('be7acfcb97a942e89c71999491e3afac', xmp), ['place']],
    ['in JPEG 2000 and CMYK', inPlace('636f6c7201000000000010', '636f6c720100000000000c'), ['colours']],
    [
      'in JPEG 2000 with bytes after its end',
      Buffer.concat([vector('file.jp2'), Buffer.alloc(5)]),
      ['trailer'],
    ],
    [
      'a code stream with bytes after its end',
      Buffer.concat([vector('stream.j2k'), Buffer.alloc(5)]),
      ['trailer'],
    ],
  ])('what readers do not expect is named of an image %s', (_, image, remarks) => {
    expect([...readImage(image).remarks]).toEqual(remarks);
  });

  it('any bytes are read as an image or refused', () => {
    const starts = fc.constantFrom(...[...WHOLE, ...WHOLE_2000].map(vector));
    const changed = fc.tuple(starts, fc.nat(), fc.uint8Array({ maxLength: 20 }), fc.nat(40));
    const check = fc.property(changed, ([start, at, put, dropped]) => {
      const cut = at % start.length;
      codeOf(Buffer.concat([start.subarray(0, cut), put, start.subarray(cut + dropped)]));
    });
    fc.assert(check, property(2000));
  });
});
