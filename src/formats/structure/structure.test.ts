import { describe, expect, it } from 'vitest';
import { CborError, CborReader, encode, Tagged } from '../cbor/index.ts';
import { isName, isShortestCbor, read, structureDecoder } from './index.ts';

class Refused extends Error {}
const decoder = structureDecoder((message, options) => new Refused(message, options));
const shape = { required: { a: read.uint }, optional: { b: read.text } } as const;
const decodeMap = (bytes: Uint8Array, others: 'refuse' | 'skip' = 'refuse') =>
  decoder.item('Thing', bytes, (reader) => decoder.map('Thing', reader, { ...shape, others }));
const reading = <T>(readItem: (reader: CborReader) => T, bytes: Uint8Array): T =>
  readItem(new CborReader(bytes));

describe('Reading a CBOR map with text keys', () => {
  it('the members of a map are decoded in any order, and absent optional ones are omitted', () => {
    expect(decodeMap(encode({ b: 'x', a: 1 }))).toEqual({ a: 1, b: 'x' });
    expect(decodeMap(encode({ a: 1 }))).toEqual({ a: 1 });
  });

  it('unknown members are refused or skipped, also names of Object.prototype', () => {
    expect(() => decodeMap(encode({ a: 1, c: 2 }))).toThrow('Thing: unknown member');
    expect(() => decodeMap(encode(new Map([['__proto__', 1]])))).toThrow('Thing: unknown member');
    expect(decodeMap(encode({ a: 1, c: 2, constructor: 3 }), 'skip')).toEqual({ a: 1 });
  });

  it.each<[string, string]>([
    ['a1616202', 'Thing: text expected at byte 3'],
    ['a16162617a', 'Thing: a is missing'],
    ['a261610161' + '6102', 'Thing: a member is repeated'],
    ['a1616101' + '00', 'Thing: bytes follow the item at byte 4'],
    ['81', 'Thing: map expected at byte 0'],
    ['bf616101ff', 'Thing: indefinite length at byte 0'],
    ['a10101', 'Thing: text expected at byte 1'],
    ['', 'Thing: input ends early at byte 0'],
  ])('a map with %s is refused: %s', (hex, message) => {
    expect(() => decodeMap(Buffer.from(hex, 'hex'))).toThrow(new Refused(message));
  });

  it('decoding errors are converted, and other errors are passed on', () => {
    expect(() => decodeMap(Uint8Array.of(0xff))).toThrow(Refused);
    const thrown = new TypeError('bug');
    const throwing = () =>
      decoder.item('Thing', Uint8Array.of(0), () => {
        throw thrown;
      });
    expect(throwing).toThrow(thrown);
  });
});

describe('Readers of CBOR structures', () => {
  const code = (expected: string) => expect.objectContaining({ name: 'CborError', code: expected });

  it("the order of a map's keys is kept, and a repeated key is refused", () => {
    const map = read.mapOf(read.text, read.uint);
    expect([...reading(map, Buffer.from('a2617a01616102', 'hex'))]).toEqual([
      ['z', 1],
      ['a', 2],
    ]);
    expect(() => reading(map, Buffer.from('a2617a01617a02', 'hex'))).toThrow(code('duplicateKey'));
  });

  it('a map of more than 2048 entries is refused before any is read', () => {
    const many = new Map(Array.from({ length: 2049 }, (_, key) => [key, 0]));
    expect(() => reading(read.mapOf(read.uint, read.uint), encode(many))).toThrow(code('tooManyItems'));
    many.delete(0);
    expect(reading(read.mapOf(read.uint, read.uint), encode(many)).size).toBe(2048);
  });

  it('wrong tags, literals and array lengths are refused', () => {
    expect(reading(read.embedded, encode(new Tagged(24, Uint8Array.of(1))))).toEqual(Uint8Array.of(1));
    expect(() => reading(read.embedded, encode(new Tagged(23, Uint8Array.of(1))))).toThrow(CborError);
    expect(reading(read.literal('x', 'y'), encode('y'))).toBe('y');
    expect(() => reading(read.literal('x', 'y'), encode('z'))).toThrow('"x" or "y" expected');
    expect(reading(read.arrayOf(read.boolean), encode([true, false]))).toEqual([true, false]);
  });
});

describe('Limits on CBOR structures', () => {
  it.each<[string, boolean]>([
    ['a', true],
    ['', false],
    ['é'.repeat(128), true],
    ['é'.repeat(129), false],
    ['\udc00', false],
  ])('isName tells whether the text "%s" is allowed as a name: %s', (text, expected) => {
    expect(isName(text)).toBe(expected);
  });

  it.each<[string, boolean]>([
    ['01', true],
    ['1801', false],
    ['0102', false],
    ['9f01ff', false],
    ['', false],
    ['a2616101616101', false],
    ['61ff', false],
  ])('isShortestCbor tells whether %s is CBOR in the shortest form: %s', (hex, expected) => {
    expect(isShortestCbor(Buffer.from(hex, 'hex'))).toBe(expected);
  });
});
