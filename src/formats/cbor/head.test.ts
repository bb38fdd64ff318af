import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decode, encode, headLength, MAJOR, writeHead } from './index.ts';

describe('writeHead', () => {
  it.each([0, 23, 24, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER])(
    'writeHead writes the shortest head of %i, and returns its end',
    (n) => {
      const target = new Uint8Array(20).fill(0xee);
      const end = writeHead(target, 3, MAJOR.unsigned, n);
      expect(end).toBe(3 + headLength(n));
      expect(decode(target.subarray(3, end))).toBe(n);
      expect(target.subarray(3, end)).toEqual(encode(n));
      expect(target.subarray(0, 3).every((byte) => byte === 0xee)).toBe(true);
      expect(target.subarray(end).every((byte) => byte === 0xee)).toBe(true);
    },
  );

  it('writeHead writes every major type', () => {
    const heads = Object.values(MAJOR).map((major) => {
      const target = new Uint8Array(3);
      writeHead(target, 0, major, 500);
      return Buffer.from(target).toString('hex');
    });
    expect(heads).toEqual(['1901f4', '3901f4', '5901f4', '7901f4', '9901f4', 'b901f4', 'd901f4', 'f901f4']);
  });
});
