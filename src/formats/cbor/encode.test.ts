import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import {
  type CborErrorCode,
  type CborValue,
  decode,
  Encoded,
  encode,
  encodeInOrder,
  Float,
  Tagged,
} from './index.ts';

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fail = (code: CborErrorCode) => expect.objectContaining({ name: 'CborError', code });

describe('The order of map entries', () => {
  // RFC 8949 4.2.1, the example of bytewise order.
  const sorted: readonly CborValue[] = [10, 100, -1, 'z', 'aa', [100], [-1], false];
  const entries = sorted.map((key, index): [CborValue, CborValue] => [key, index]);
  const hex = 'a80a00186401200261 7a03626161048118640581200 6f407'.replaceAll(' ', '');

  it('encode sorts entries bytewise, whatever their order', () => {
    expect(toHex(encode(new Map(entries)))).toBe(hex);
    expect(toHex(encode(new Map(entries.toReversed())))).toBe(hex);
    expect(toHex(encodeInOrder(new Map(entries)))).toBe(hex);
    expect(toHex(encodeInOrder(new Map(entries.toReversed())))).not.toBe(hex);
  });

  it('encode sorts at every level, with values of any size', () => {
    const large = new Uint8Array(20_000).fill(7);
    const one = {
      b: [{ d: 1, c: large }],
      a: new Map([
        ['z', large],
        ['y', null],
      ]),
    };
    const other = {
      a: new Map([
        ['y', null],
        ['z', large],
      ]),
      b: [{ c: large, d: 1 }],
    };
    expect(toHex(encode(one))).toBe(toHex(encode(other)));
    expect(decode(encode(one))).toStrictEqual(decode(encode(other)));
  });

  it('encodeInOrder keeps the order of objects and maps at every level', () => {
    expect(
      toHex(
        encodeInOrder({
          b: { d: 1, c: 2 },
          a: new Map([
            [2, 0],
            [1, 0],
          ]),
        }),
      ),
    ).toBe('a26162a2616401616302616 1a202000100'.replaceAll(' ', ''));
  });
});

describe('The bytes that encode writes', () => {
  it('integers are written with the shortest head, at every boundary', () => {
    const cases: readonly [number | bigint, string][] = [
      [23, '17'],
      [24, '1818'],
      [255, '18ff'],
      [256, '190100'],
      [65_535, '19ffff'],
      [65_536, '1a00010000'],
      [2 ** 32 - 1, '1affffffff'],
      [2 ** 32, '1b0000000100000000'],
      [2 ** 53 - 1, '1b001fffffffffffff'],
      [2n ** 53n, '1b0020000000000000'],
      [2n ** 64n - 1n, '1bffffffffffffffff'],
      [-24, '37'],
      [-25, '3818'],
      [-256, '38ff'],
      [-257, '390100'],
      [1 - 2 ** 53, '3b001ffffffffffffe'],
      [-(2n ** 64n), '3bffffffffffffffff'],
    ];
    for (const [value, hex] of cases) expect(toHex(encode(value))).toBe(hex);
  });

  it('a bigint is written like a number of the same value', () => {
    for (const value of [0, 23, 24, -1, -25, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      expect(toHex(encode(BigInt(value)))).toBe(toHex(encode(value)));
    }
  });

  it('safe integers, also -0, are written as integers; other numbers and Float as the shortest float', () => {
    expect(toHex(encode(-0))).toBe('00');
    expect(toHex(encode(new Float(-0)))).toBe('f98000');
    expect(toHex(encode(new Float(1)))).toBe('f93c00');
    expect(toHex(encode(2 ** 53))).toBe('fa5a000000');
    expect(toHex(encode(0.1))).toBe('fb3fb999999999999a');
  });

  it('every half float is written and read with the same two bytes', () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const bytes = Uint8Array.of(0xf9, bits >> 8, bits);
      const value = decode(bytes, { shortestOnly: false });
      const expected = Number.isNaN(value) ? 'f97e00' : toHex(bytes);
      if (toHex(encode(value)) !== expected) expect(toHex(encode(value))).toBe(expected);
    }
  });

  it('a number slightly off a half or single float is written in the next longer form', () => {
    const sizes = [
      2 ** -24,
      2 ** -25,
      2 ** -14 - 2 ** -24,
      2 ** -14 - 2 ** -25,
      65_504.5,
      2 ** -149,
      2 ** -150,
    ];
    expect(sizes.map((value) => encode(value).length)).toEqual([3, 5, 3, 5, 5, 5, 9]);
    expect(encode(new Float(65_504))).toHaveLength(3);
    expect(encode(new Float(65_520))).toHaveLength(5);
  });

  it('strings of every length around the limits of a head, with characters of every width, are written', () => {
    for (const unit of ['a', 'é', '水', '\u{10151}']) {
      for (const count of [0, 1, 5, 12, 23, 24, 47, 48, 49, 255, 256, 70_000]) {
        const text = unit.repeat(count);
        const encoded = encode(text);
        expect(toHex(encoded.subarray(encoded.length - Buffer.byteLength(text)))).toBe(
          toHex(Buffer.from(text)),
        );
        expect(decode(encoded)).toBe(text);
      }
    }
  });

  it('a Buffer is written as a byte string', () => {
    expect(toHex(encode(Buffer.from('01ff', 'hex')))).toBe('4201ff');
  });

  it('an Encoded item is written unchanged', () => {
    expect(toHex(encode([new Encoded(Uint8Array.of(0x18, 0x00)), 1]))).toBe('82180001');
    expect(toHex(encode({ b: 1, a: new Encoded(encode([2])) }))).toBe(
      'a26161810261 6201'.replaceAll(' ', ''),
    );
  });

  it('large and nested tags are written', () => {
    expect(toHex(encode(new Tagged(Number.MAX_SAFE_INTEGER, new Tagged(0, 1))))).toBe(
      'db001fffffffffffffc001',
    );
  });

  it('encode returns a new plain Uint8Array', () => {
    const [first, second] = [encode('first'), encode('second')];
    expect(Object.getPrototypeOf(first)).toBe(Uint8Array.prototype);
    expect(first.buffer).not.toBe(second.buffer);
    expect(first.buffer.byteLength).toBe(first.length);
    expect(decode(first)).toBe('first');
  });

  it('nested calls of encode do not mix their results', () => {
    const value = {
      a: 1,
      get b() {
        return encode('inner');
      },
    };
    expect(toHex(encode(value))).toBe('a261610161624665696e6e6572');
  });

  it('encoding works after a failed encoding', () => {
    expect(() => encode([1, '\ud800'])).toThrow(fail('unencodable'));
    expect(toHex(encode([1, 2]))).toBe('820102');
  });
});

describe('Values that encode refuses', () => {
  const cyclic: CborValue[] = [];
  cyclic.push([cyclic]);

  it.each<[CborErrorCode, string, unknown]>([
    ['unencodable', 'a lone high surrogate', 'a\ud800'],
    ['unencodable', 'a lone low surrogate in a long text', `${'a'.repeat(100)}\udc00`],
    ['unencodable', 'an integer of 65 bits', 2n ** 64n],
    ['unencodable', 'a negative integer of 65 bits', -(2n ** 64n) - 1n],
    ['unencodable', 'a negative tag', new Tagged(-1, 0)],
    ['unencodable', 'a fraction as tag', new Tagged(1.5, 0)],
    ['unencodable', 'a tag beyond 2^53-1', new Tagged(2 ** 53, 0)],
    ['unencodable', 'a Date', new Date(0)],
    ['unencodable', 'a Set', new Set([1])],
    ['unencodable', 'another typed array', Uint16Array.of(1)],
    ['unencodable', 'an ArrayBuffer', new ArrayBuffer(1)],
    ['unencodable', 'an error', new Error('no')],
    ['unencodable', 'a function', () => 1],
    ['unencodable', 'a symbol', Symbol('s')],
    ['tooDeep', 'a cycle', cyclic],
    [
      'duplicateKey',
      '1 beside 1n',
      new Map<CborValue, CborValue>([
        [1, 0],
        [1n, 0],
      ]),
    ],
    [
      'duplicateKey',
      'equal byte strings',
      new Map([
        [Uint8Array.of(1), 0],
        [Uint8Array.of(1), 0],
      ]),
    ],
    [
      'duplicateKey',
      'equal arrays',
      new Map([
        [[1], 0],
        [['a'], 1],
        [[1], 0],
      ]),
    ],
  ])('encode throws %s for %s', (code, _, value) => {
    expect(() => encode(value as CborValue)).toThrow(fail(code));
    expect(() => encodeInOrder(value as CborValue)).toThrow(fail(code));
  });
});
