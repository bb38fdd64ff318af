import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { type CborValue, decode, encode, Float, Tagged } from './index.ts';

const fromHex = (hex: string) => Buffer.from(hex, 'hex');
const bytes = (hex: string) => new Uint8Array(fromHex(hex));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

// RFC 8949 Appendix A, table 6.
const EXAMPLES: readonly (readonly [string, CborValue])[] = [
  ['00', 0],
  ['01', 1],
  ['0a', 10],
  ['17', 23],
  ['1818', 24],
  ['1819', 25],
  ['1864', 100],
  ['1903e8', 1000],
  ['1a000f4240', 1000000],
  ['1b000000e8d4a51000', 1000000000000],
  ['1bffffffffffffffff', 18446744073709551615n],
  ['c249010000000000000000', new Tagged(2, bytes('010000000000000000'))],
  ['3bffffffffffffffff', -18446744073709551616n],
  ['c349010000000000000000', new Tagged(3, bytes('010000000000000000'))],
  ['20', -1],
  ['29', -10],
  ['3863', -100],
  ['3903e7', -1000],
  ['f90000', new Float(0)],
  ['f98000', new Float(-0)],
  ['f93c00', new Float(1)],
  ['fb3ff199999999999a', 1.1],
  ['f93e00', 1.5],
  ['f97bff', new Float(65504)],
  ['fa47c35000', new Float(100000)],
  ['fa7f7fffff', 3.4028234663852886e38],
  ['fb7e37e43c8800759c', 1.0e300],
  ['f90001', 2 ** -24],
  ['f90400', 0.00006103515625],
  ['f9c400', new Float(-4)],
  ['fbc010666666666666', -4.1],
  ['f97c00', Number.POSITIVE_INFINITY],
  ['f97e00', Number.NaN],
  ['f9fc00', Number.NEGATIVE_INFINITY],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['f7', undefined],
  ['c074323031332d30332d32315432303a30343a30305a', new Tagged(0, '2013-03-21T20:04:00Z')],
  ['c11a514b67b0', new Tagged(1, 1363896240)],
  ['c1fb41d452d9ec200000', new Tagged(1, 1363896240.5)],
  ['d74401020304', new Tagged(23, bytes('01020304'))],
  ['d818456449455446', new Tagged(24, bytes('6449455446'))],
  ['d82076687474703a2f2f7777772e6578616d706c652e636f6d', new Tagged(32, 'http://www.example.com')],
  ['40', bytes('')],
  ['4401020304', bytes('01020304')],
  ['60', ''],
  ['6161', 'a'],
  ['6449455446', 'IETF'],
  ['62225c', '"\\'],
  ['62c3bc', 'ü'],
  ['63e6b0b4', '水'],
  ['64f0908591', '\u{10151}'],
  ['80', []],
  ['83010203', [1, 2, 3]],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['98190102030405060708090a0b0c0d0e0f101112131415161718181819', upTo(25)],
  ['a0', new Map()],
  [
    'a201020304',
    new Map([
      [1, 2],
      [3, 4],
    ]),
  ],
  [
    'a26161016162820203',
    new Map<string, CborValue>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
  ],
  ['826161a161626163', ['a', new Map([['b', 'c']])]],
  [
    'a56161614161626142616361436164614461656145',
    new Map([...'abcde'].map((key) => [key, key.toUpperCase()])),
  ],
];

describe('RFC 8949 Appendix A', () => {
  it.each(EXAMPLES)('the example %s is read and written', (hex, value) => {
    expect(decode(fromHex(hex))).toStrictEqual(value);
    expect(Buffer.from(encode(value)).toString('hex')).toBe(hex);
  });

  it.each([
    ['fa7fc00000', Number.NaN],
    ['fb7ff8000000000000', Number.NaN],
    ['fa7f800000', Number.POSITIVE_INFINITY],
    ['faff800000', Number.NEGATIVE_INFINITY],
    ['fb7ff0000000000000', Number.POSITIVE_INFINITY],
    ['fbfff0000000000000', Number.NEGATIVE_INFINITY],
  ])('the float %s is longer than necessary, and is refused unless shortestOnly is false', (hex, value) => {
    expect(() => decode(fromHex(hex))).toThrow(expect.objectContaining({ code: 'nonShortest' }));
    expect(decode(fromHex(hex), { shortestOnly: false })).toBe(value);
  });

  it.each(['f0', 'f818', 'f8ff'])(
    'the simple value %s is not one of false, true, null and undefined, and is refused',
    (hex) => {
      expect(() => decode(fromHex(hex))).toThrow(expect.objectContaining({ code: 'unsupported' }));
    },
  );

  it.each([
    '5f42010243030405ff',
    '7f657374726561646d696e67ff',
    '9fff',
    '9f018202039f0405ffff',
    '9f01820203820405ff',
    '83018202039f0405ff',
    '83019f0203ff820405',
    '9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff',
    'bf61610161629f0203ffff',
    '826161bf61626163ff',
    'bf6346756ef563416d7421ff',
  ])('the value %s has an indefinite length, and is refused', (hex) => {
    const refusal = expect.objectContaining({ code: 'indefinite' });
    expect(() => decode(fromHex(hex))).toThrow(refusal);
    expect(() => decode(fromHex(hex), { shortestOnly: false })).toThrow(refusal);
  });
});
