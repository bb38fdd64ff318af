import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CborError,
  type CborErrorCode,
  type CborValue,
  type DecodeOptions,
  decode,
  encode,
  Float,
} from './index.ts';

const fromHex = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const fail = (code: CborErrorCode, more = {}) =>
  expect.objectContaining({ name: 'CborError', code, ...more });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('Input that decode refuses', () => {
  it.each<[CborErrorCode, string, string]>([
    ['truncated', 'an empty input', ''],
    ['truncated', 'a head cut off, 1 of 2 bytes', '18'],
    ['truncated', 'a head cut off, 2 of 3 bytes', '1901'],
    ['truncated', 'a head cut off, 4 of 5 bytes', '1a010000'],
    ['truncated', 'a head cut off, 8 of 9 bytes', '1b01000000000000'],
    ['truncated', 'a half float cut off', 'f93c'],
    ['truncated', 'a double cut off', 'fb3ff19999999999'],
    ['truncated', 'a byte string cut off', '420a'],
    ['truncated', 'a text cut off', '6261'],
    ['truncated', 'an array cut off', '8201'],
    ['truncated', 'a map cut off after a key', 'a101'],
    ['truncated', 'a tag without content', 'd818'],
    ['truncated', 'a byte string of 2^32-1 bytes', '5affffffff00'],
    ['truncated', 'a byte string of 2^53 bytes', '5b0020000000000000 00'],
    ['truncated', 'a text of 2^64-1 bytes', '7bffffffffffffffff 00'],
    ['trailingBytes', 'a byte behind', '0000'],
    ['trailingBytes', 'a break behind', '80ff'],
    ['nonShortest', 'a small integer in two bytes', '1817'],
    ['nonShortest', 'an integer in three bytes', '1900ff'],
    ['nonShortest', 'an integer in five bytes', '1a0000ffff'],
    ['nonShortest', 'an integer in nine bytes', '1b00000000ffffffff'],
    ['nonShortest', 'a negative integer in two bytes', '3800'],
    ['nonShortest', 'a long byte string head', '580100'],
    ['nonShortest', 'a long text head', '780161'],
    ['nonShortest', 'a long array head', '980100'],
    ['nonShortest', 'a long map head', 'b8010000'],
    ['nonShortest', 'a long tag head', 'd80000'],
    ['nonShortest', 'a single float that fits a half', 'fa3f800000'],
    ['nonShortest', 'a double that fits a half', 'fb3ff0000000000000'],
    ['nonShortest', 'a double that fits a single', 'fb4100000020000000'],
    ['nonShortest', 'a NaN with a sign', 'f9fe00'],
    ['nonShortest', 'a signalling NaN', 'f97d00'],
    ['indefinite', 'a byte string of indefinite length', '5fff'],
    ['indefinite', 'a text of indefinite length', '7fff'],
    ['indefinite', 'an array of indefinite length', '9fff'],
    ['indefinite', 'a map of indefinite length', 'bfff'],
    ['indefinite', 'a break on its own', 'ff'],
    ['indefinite', 'an integer with additional information 31', '1f'],
    ['indefinite', 'a tag with additional information 31', 'df00'],
    ['duplicateKey', 'a text key twice', 'a2 616101 616102'],
    ['duplicateKey', 'an integer key twice', 'a2 0101 0102'],
    ['duplicateKey', 'a wide integer key twice', 'a2 1bffffffffffffffff01 1bffffffffffffffff02'],
    ['duplicateKey', 'a byte string key twice', 'a2 410101 410102'],
    ['duplicateKey', 'an array key twice', 'a2 81410101 81410102'],
    ['duplicateKey', 'a map key twice, its entries in another order', 'a2 a20102030401 a20304010202'],
    ['duplicateKey', 'a tagged key twice', 'a2 c1 0001 c1 0002'],
    ['duplicateKey', 'a float key twice', 'a2 f93c0001 f93c0002'],
    ['duplicateKey', 'null twice', 'a2 f601 f602'],
    ['duplicateKey', 'undefined twice', 'a2 f701 f702'],
    ['duplicateKey', 'NaN twice', 'a2 f97e0001 f97e0002'],
    ['duplicateKey', 'a key twice with another between', 'a3 616101 616202 616103'],
    ['invalidUtf8', 'a lone continuation byte', '6180'],
    ['invalidUtf8', 'a sequence cut off', '62c361'],
    ['invalidUtf8', 'an overlong slash', '62c0af'],
    ['invalidUtf8', 'an encoded surrogate', '63eda080'],
    ['invalidUtf8', 'a code point beyond U+10FFFF', '64f4908080'],
    ['invalidUtf8', 'a bad byte in a long text', `7864${'61'.repeat(99)}ff`],
    ['unsupported', 'additional information 28', '1c'],
    ['unsupported', 'additional information 29', '5d'],
    ['unsupported', 'additional information 30', 'fe'],
    ['unsupported', 'an unassigned simple value', 'e0'],
    ['unsupported', 'false in two bytes', 'f814'],
    ['unsupported', 'a simple value in two bytes', 'f8ff'],
    ['unsupported', 'a tag beyond 2^53-1', 'db0020000000000000 00'],
    ['tooManyItems', 'an array of 2^32-1 items', '9affffffff00'],
    ['tooManyItems', 'an array of 2^64-1 items', '9bffffffffffffffff00'],
    ['tooManyItems', 'a map of 2^53-1 entries', 'bb001fffffffffffff00'],
    ['tooDeep', 'seventeen arrays', '81'.repeat(17)],
    ['tooDeep', 'seventeen maps', 'a100'.repeat(17)],
    ['tooDeep', 'seventeen tags', `${'c1'.repeat(17)}00`],
    ['tooDeep', 'seventeen maps, each the key of the next', 'a1'.repeat(17) + '00'.repeat(40)],
  ])('decode throws %s for %s', (code, _, hex) => {
    expect(() => decode(fromHex(hex))).toThrow(fail(code));
  });

  it('an error has the byte offset, and nothing of the content', () => {
    expect(() => decode(fromHex('82 01 1817'))).toThrow(fail('nonShortest', { offset: 2 }));
    expect(() => decode(fromHex('a2 616101 616102'))).toThrow(fail('duplicateKey', { offset: 4 }));
    expect(() => decode(fromHex('0000'))).toThrow(fail('trailingBytes', { offset: 1 }));
    expect(() => decode(fromHex('a2 6673656372657401 6673656372657402'))).toThrow(
      expect.objectContaining({ message: 'map key stands twice at byte 9' }),
    );
  });
});

describe('decode with shortestOnly: false', () => {
  const tolerate = (hex: string) => decode(fromHex(hex), { shortestOnly: false });

  it.each<[string, CborValue]>([
    ['1800', 0],
    ['1b0000000000000000', 0],
    ['3b0000000000000000', -1],
    ['590001ff', Uint8Array.of(0xff)],
    ['7b000000000000000161', 'a'],
    ['9a0000000101', [1]],
    ['b900010102', new Map([[1, 2]])],
    ['fb3ff0000000000000', new Float(1)],
    ['fb7ff8000000000001', Number.NaN],
  ])('with shortestOnly: false %s is read', (hex, value) => {
    expect(tolerate(hex)).toStrictEqual(value);
  });

  it('with shortestOnly: false repeated keys are still refused, even in different lengths', () => {
    expect(() => tolerate('a2 0101 180102')).toThrow(fail('duplicateKey'));
    expect(() => tolerate('a2 410101 58010102')).toThrow(fail('duplicateKey'));
    expect(() => tolerate('a2 f93c0001 fb3ff000000000000002')).toThrow(fail('duplicateKey'));
    expect(() => tolerate('a2 810101 98010102')).toThrow(fail('duplicateKey'));
  });

  it('with shortestOnly: false everything else is still refused', () => {
    expect(() => tolerate('9fff')).toThrow(fail('indefinite'));
    expect(() => tolerate('61ff')).toThrow(fail('invalidUtf8'));
    expect(() => tolerate('f814')).toThrow(fail('unsupported'));
    expect(() => tolerate('0000')).toThrow(fail('trailingBytes'));
  });
});

describe('Limits of decode', () => {
  const nested = (levels: number) => fromHex(`${'81'.repeat(levels)}80`);

  it('maxDepth is 16 by default, and never more than 256', () => {
    expect(() => decode(nested(15))).not.toThrow();
    expect(() => decode(nested(16))).toThrow(fail('tooDeep'));
    expect(() => decode(nested(255), { maxDepth: 256 })).not.toThrow();
    expect(() => decode(nested(256), { maxDepth: Number.MAX_SAFE_INTEGER })).toThrow(fail('tooDeep'));
    expect(decode(Uint8Array.of(1), { maxDepth: 0 })).toBe(1);
    expect(() => decode(Uint8Array.of(0x80), { maxDepth: 0 })).toThrow(fail('tooDeep'));
  });

  it.each(['81', 'a1', 'a100', 'c1', 'd818', '82'])(
    'a million levels of %s are refused without a stack overflow',
    (level) => {
      const bytes = fromHex(level.repeat(1_000_000));
      const options = { maxBytes: bytes.length, maxDepth: 1e9, maxItems: 1e9 };
      expect(() => decode(bytes, options)).toThrow(fail('tooDeep'));
    },
  );

  it('maxBytes is 1 MiB by default', () => {
    const bytes = encode(new Uint8Array(1 << 20));
    expect(() => decode(bytes)).toThrow(fail('tooLong'));
    expect(decode(bytes, { maxBytes: bytes.length })).toHaveLength(1 << 20);
    expect(() => decode(bytes, { maxBytes: bytes.length - 1 })).toThrow(fail('tooLong'));
  });

  it('maxItems is 100 000 by default, with keys, values and tags each counted', () => {
    expect(() => decode(encode(numbers(99_999)))).not.toThrow();
    expect(() => decode(encode(numbers(100_000)))).toThrow(fail('tooManyItems'));
    const seven = fromHex('83 01 c1 02 a1 03 04');
    expect(decode(seven, { maxItems: 7 })).toHaveLength(3);
    expect(() => decode(seven, { maxItems: 6 })).toThrow(fail('tooManyItems'));
    expect(() => decode(Uint8Array.of(0xf9, 0x3c, 0), { maxItems: 0 })).toThrow(fail('tooManyItems'));
  });

  it('maxNumericKeys is 2048 by default, because chosen numbers collide in a Map', () => {
    const entries = (count: number) => encode(new Map(numbers(count).map((key) => [key, 0])));
    expect(decode(entries(2048))).toHaveProperty('size', 2048);
    expect(() => decode(entries(2049))).toThrow(fail('tooManyItems'));
    expect(decode(entries(2049), { maxNumericKeys: 2049 })).toHaveProperty('size', 2049);
    const wide = new Map(numbers(2049).map((key) => [2n ** 53n + BigInt(key), 0]));
    expect(() => decode(encode(wide))).toThrow(fail('tooManyItems'));
    const floats = new Map(numbers(2049).map((key) => [key + 0.5, 0]));
    expect(() => decode(encode(floats))).toThrow(fail('tooManyItems'));
    const texts = new Map(numbers(40_000).map((key) => [String(key), 0]));
    expect(decode(encode(texts))).toHaveProperty('size', 40_000);
  });

  it('a large map that repeats its first key at the end is refused', () => {
    const entries = numbers(20_000).map((key) => encode(Buffer.from(`key ${key}`)));
    const map = (keys: readonly Uint8Array[]) =>
      Buffer.concat([
        fromHex('b9'),
        Uint8Array.of(keys.length >> 8, keys.length),
        ...keys.flatMap((key) => [key, Uint8Array.of(0)]),
      ]);
    expect(decode(map(entries))).toHaveProperty('size', 20_000);
    expect(() => decode(map([...entries, entries[0] as Uint8Array]))).toThrow(fail('duplicateKey'));
  });
});

describe('Hostile input of decode', () => {
  const sample = encode({
    text: 'Ünïcödé',
    bytes: new Uint8Array(300),
    numbers: [0, -1, 2 ** 32, 2n ** 64n - 1n, 1.5, 1.1, new Float(1)],
    map: new Map([[Uint8Array.of(1), [true, null, undefined]]]),
  });

  function refusal(bytes: Uint8Array, options?: DecodeOptions): CborError | undefined {
    try {
      decode(bytes, options);
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(CborError);
      return error as CborError;
    }
  }

  it('an input that is cut off at any byte is refused as truncated', () => {
    expect(refusal(sample)).toBeUndefined();
    for (let length = 0; length < sample.length; length++) {
      expect(refusal(sample.subarray(0, length))?.code).toBe('truncated');
    }
  });

  it('an input with one changed byte is decoded or refused with a CborError', () => {
    for (let index = 0; index < sample.length; index++) {
      for (let byte = 0; byte < 256; byte += 5) {
        const copy = new Uint8Array(sample);
        copy[index] = byte;
        refusal(copy);
        refusal(copy, { shortestOnly: false });
      }
    }
  });

  it('random bytes are decoded or refused with a CborError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (bytes, shortestOnly) => {
        refusal(bytes, { shortestOnly });
      }),
      { numRuns: 3000 },
    );
  });

  it('every first byte, alone and before zeros, is decoded or refused with a CborError', () => {
    for (let byte = 0; byte < 256; byte++) {
      refusal(Uint8Array.of(byte));
      refusal(Uint8Array.of(byte, 0, 0, 0, 0, 0, 0, 0, 0, 0));
      refusal(Uint8Array.of(byte, 255, 255, 255, 255, 255, 255, 255, 255, 255));
    }
  });
});

describe('The values that decode returns', () => {
  it('byte strings are Uint8Array views of the input, even if the input is a Buffer', () => {
    const input = Buffer.from('4201ff', 'hex');
    const value = decode(input) as Uint8Array;
    expect(Object.getPrototypeOf(value)).toBe(Uint8Array.prototype);
    input[1] = 7;
    expect(value).toStrictEqual(Uint8Array.of(7, 0xff));
  });

  it('decode reads from the middle of a larger buffer', () => {
    const larger = fromHex('ffff 8242aabb61c3bc ffff'.replace('61c3bc', '62c3bc'));
    expect(decode(larger.subarray(2, 9))).toStrictEqual([Uint8Array.of(0xaa, 0xbb), 'ü']);
  });

  it('only integers beyond 2^53-1 become bigint', () => {
    expect(decode(fromHex('1b001fffffffffffff'))).toBe(Number.MAX_SAFE_INTEGER);
    expect(decode(fromHex('1b0020000000000000'))).toBe(2n ** 53n);
    expect(decode(fromHex('3b001ffffffffffffe'))).toBe(Number.MIN_SAFE_INTEGER);
    expect(decode(fromHex('3b001fffffffffffff'))).toBe(-(2n ** 53n));
  });

  it('a byte order mark is kept, and __proto__ is an ordinary key', () => {
    expect(decode(fromHex('64efbbbf61'))).toBe('\ufeffa');
    expect(decode(encode(new Map([['__proto__', 1]])))).toStrictEqual(new Map([['__proto__', 1]]));
  });
});
