import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jpeg } from '../../../test/support/portrait.ts';
import { property } from '../../../test/support/runs.ts';
import { imageProblem, imageSize } from './formats.ts';

const box = (type: string, ...content: readonly number[]) => {
  const bytes = Buffer.alloc(8 + content.length);
  bytes.writeUInt32BE(bytes.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  return bytes;
};

/** ISO/IEC 15444-1 Annex I: signature, file type, header with the image's height and width. */
const JPEG_2000 = Buffer.concat([
  box('jP  ', 0x0d, 0x0a, 0x87, 0x0a),
  box('ftyp', ...Buffer.from('jp2 '), 0, 0, 0, 0, ...Buffer.from('jp2 ')),
  box('jp2h', ...box('ihdr', 0, 0, 2, 0x58, 0, 0, 1, 0xe0, 0, 3, 7, 7, 0, 0)),
]);

/** ISO/IEC 15444-1 A.4.1 and A.5.1: SOC, followed by SIZ with the width and height of the reference grid. */
const CODE_STREAM = Buffer.from('ff4fff51002f0000000001e00000025800000000', 'hex');

const NO_IMAGE = 'must be a JPEG or JPEG 2000 image';

describe('Images in a record (ISO 18013-5 7.2.2)', () => {
  it('an image is a JPEG, a JPEG 2000 file or a JPEG 2000 code stream', () => {
    const demo = readFileSync(new URL('../../../data/demo/portrait.jpg', import.meta.url));
    for (const image of [demo, jpeg({ width: 480, height: 600 }), JPEG_2000, CODE_STREAM]) {
      expect(imageSize(image)).toEqual({ width: 480, height: 600 });
      expect(imageProblem(image)).toBeUndefined();
    }
  });

  it('other image formats and truncated images are refused', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000001e000000258', 'hex');
    const others = [png, Buffer.from('a portrait'), Buffer.from('<svg width="480" height="600"/>')];
    for (const bytes of [...others, jpeg().subarray(0, 20), jpeg({ width: 0 }), CODE_STREAM.subarray(0, 8)]) {
      expect(imageProblem(bytes)).toBe(NO_IMAGE);
    }
  });

  it('an image has sides of at most 10000 pixels', () => {
    expect(imageProblem(jpeg({ width: 10_000 }))).toBeUndefined();
    expect(imageProblem(jpeg({ width: 10_001 }))).toBe('must have sides of at most 10000 pixels');
  });

  it('any bytes are either read as an image or refused', () => {
    const starts = fc.constantFrom(jpeg(), JPEG_2000, CODE_STREAM, Buffer.from([0xff, 0xd8, 0xff, 0xe1]));
    const bytes = fc.tuple(starts, fc.nat(40), fc.uint8Array({ maxLength: 200 }));
    const check = fc.property(bytes, ([start, cut, tail]) => {
      const image = Buffer.concat([start.subarray(0, cut), tail]);
      expect(imageProblem(image) === NO_IMAGE).toBe(imageSize(image) === undefined);
    });
    fc.assert(check, property(2000));
  });
});
