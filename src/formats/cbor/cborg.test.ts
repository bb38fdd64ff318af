import { Buffer } from 'node:buffer';
import * as cborg from 'cborg';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { runs } from '../../../test/support/runs.ts';
import { CborError, type CborValue, decode, encode, encodeInOrder, Float, Tagged } from './index.ts';

const TAGS = [0, 18, 24, 1004, 65_536, 2 ** 40];
const STRICT = {
  strict: true,
  useMaps: true,
  allowIndefinite: false,
  rejectDuplicateMapKeys: true,
  tags: cborg.Tagged.preserve(...TAGS),
};

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fromHex = (hex: string) => Buffer.from(hex, 'hex');

const theirEncode = (value: CborValue) => cborg.encode(toTheirs(value), cborg.rfc8949EncodeOptions);
const theirDecode = (bytes: Uint8Array) => fromTheirs(cborg.decode(bytes, STRICT));

function toTheirs(value: CborValue): unknown {
  if (value instanceof Tagged) return new cborg.Tagged(value.tag, toTheirs(value.value));
  if (value instanceof Map)
    return new Map([...value].map(([key, entry]) => [toTheirs(key), toTheirs(entry)]));
  return Array.isArray(value) ? value.map(toTheirs) : value;
}

function fromTheirs(value: unknown): CborValue {
  if (value instanceof cborg.Tagged) return new Tagged(value.tag, fromTheirs(value.value));
  if (value instanceof Map)
    return new Map([...value].map(([key, entry]) => [fromTheirs(key), fromTheirs(entry)]));
  if (Array.isArray(value)) return value.map(fromTheirs);
  return value as CborValue;
}

const integer = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(
    23,
    24,
    255,
    256,
    65_535,
    65_536,
    2 ** 32 - 1,
    2 ** 32,
    2 ** 53 - 1,
    -24,
    -25,
    -256,
    -257,
    1 - 2 ** 53,
  ),
);
const wide = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.bigInt({ min: -(2n ** 64n), max: -(2n ** 53n) }),
);
// Zero is added because -0 as a plain number is written as integer 0.
const float = fc
  .oneof(
    fc.double(),
    fc.float(),
    fc.float().map((value) => value / 2 ** 120),
  )
  .map((value) => value + 0);
const text = fc.oneof(fc.string({ maxLength: 60 }), anyText(80));
const bytes = fc.uint8Array({ maxLength: 300 });
const scalar = fc.oneof(integer, wide, float, text, bytes, fc.constantFrom(null, undefined, true, false));
const simpleKey = fc.oneof(integer, wide, text, fc.boolean(), bytes);
const anyKey = fc.oneof(simpleKey, fc.array(integer, { maxLength: 3 }), fc.constant(new Tagged(0, 'now')));

function valuesWith(key: fc.Arbitrary<CborValue>): fc.Arbitrary<CborValue> {
  const name = ([key]: [CborValue, CborValue]) => toHex(encode(key));
  return fc.letrec<{ value: CborValue; array: CborValue; map: CborValue; tagged: CborValue }>((tie) => ({
    value: fc.oneof({ maxDepth: 4, depthSize: 'medium' }, scalar, tie('array'), tie('map'), tie('tagged')),
    array: fc.array(tie('value'), { maxLength: 30 }),
    map: fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 30, selector: name })
      .map((entries) => new Map(entries)),
    tagged: fc.tuple(fc.constantFrom(...TAGS), tie('value')).map(([tag, value]) => new Tagged(tag, value)),
  })).value;
}

// cborg cannot sort arrays and tags as keys.
const theirValue = valuesWith(simpleKey);
const anyValue = valuesWith(anyKey);

const mutated = fc.tuple(anyValue, fc.nat(), fc.nat(255)).map(([value, position, byte]) => {
  const copy = new Uint8Array(encode(value));
  copy[position % copy.length] = byte;
  return copy;
});

/** cborg takes U+FEFF away from the beginning of a text (EF BB BF in UTF-8). */
const hasByteOrderMark = (bytes: Uint8Array) => toHex(bytes).includes('efbbbf');

describe('The CBOR encoder and decoder compared with cborg', () => {
  it('the encoder writes the same bytes as cborg', () => {
    fc.assert(
      fc.property(theirValue, (value) => {
        expect(toHex(encode(value))).toBe(toHex(theirEncode(value)));
      }),
    );
  });

  it('cborg reads CBOR of this encoder, and this decoder that of cborg', () => {
    fc.assert(
      fc.property(theirValue, (value) => {
        fc.pre(!hasByteOrderMark(encode(value)));
        const ours = decode(theirEncode(value));
        expect(toHex(encode(ours))).toBe(toHex(encode(value)));
        expect(toHex(encode(theirDecode(encode(value))))).toBe(toHex(encode(value)));
      }),
    );
  });

  it('the decoder accepts nothing that cborg refuses, and reads the same values', () => {
    fc.assert(
      fc.property(mutated, (input) => {
        fc.pre(!hasByteOrderMark(input));
        const ours = attempt(() => decode(input));
        if (ours === undefined) return;
        const theirs = attemptTheirs(input);
        if (theirs !== undefined) expect(theirs.value).toStrictEqual(withoutFloats(ours.value));
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['a float longer than necessary', 'fb3ff0000000000000', 'nonShortest'],
    ['a NaN with a payload', 'f97e01', 'nonShortest'],
    ['text that is not UTF-8', '61ff', 'invalidUtf8'],
    ['a byte string twice as key', 'a2410102410103', 'duplicateKey'],
    ['an array twice as key', 'a2810101810102', 'duplicateKey'],
    ['seventeen levels', `${'81'.repeat(17)}01`, 'tooDeep'],
  ])('the decoder refuses some input that cborg accepts: %s', (_, hex, code) => {
    expect(() => cborg.decode(fromHex(hex), STRICT)).not.toThrow();
    expect(() => decode(fromHex(hex))).toThrow(expect.objectContaining({ name: 'CborError', code }));
  });

  it('the decoder reads a text with U+FEFF as it is, which cborg takes away', () => {
    expect(decode(fromHex('63efbbbf'))).toBe('\ufeff');
    expect(cborg.decode(fromHex('63efbbbf'), STRICT)).toBe('');
  });

  it('the encoder refuses a lone surrogate, which cborg replaces', () => {
    expect(toHex(cborg.encode('\ud800'))).toBe('63efbfbd');
    expect(() => encode('\ud800')).toThrow(expect.objectContaining({ code: 'unencodable' }));
  });
});

describe('The CBOR encoder and decoder with random values', () => {
  it('a value that was encoded is decoded to the same value', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(decode(encodeInOrder(value))).toStrictEqual(value);
      }),
    );
  });

  it('encodeInOrder and decode keep the order of map entries', () => {
    const map = fc
      .uniqueArray(text, { maxLength: 40 })
      .map((names) => new Map(names.map((name) => [name, name])));
    fc.assert(
      fc.property(map, (value) => {
        const again = decode(encodeInOrder(value)) as ReadonlyMap<string, string>;
        expect([...again.keys()]).toEqual([...value.keys()]);
        expect(toHex(encode(again))).toBe(toHex(encode(value)));
      }),
    );
  });

  it('encoding a decoded input gives the same bytes', () => {
    const input = fc.oneof(mutated, fc.uint8Array({ maxLength: 40 }));
    fc.assert(
      fc.property(input, (candidate) => {
        const value = attempt(() => decode(candidate));
        if (value !== undefined) expect(toHex(encodeInOrder(value.value))).toBe(toHex(candidate));
      }),
      { numRuns: runs(500) },
    );
  });
});

/** The value with floats as numbers, because cborg reads 1.0 as 1. */
function withoutFloats(value: CborValue): CborValue {
  if (value instanceof Float) return value.value;
  if (value instanceof Tagged) return new Tagged(value.tag, withoutFloats(value.value));
  if (Array.isArray(value)) return value.map(withoutFloats);
  if (!(value instanceof Map)) return value;
  return new Map([...value].map(([key, entry]) => [withoutFloats(key), withoutFloats(entry)]));
}

/** Decodes with this library. Only a CborError may be thrown; any other error fails the test. */
function attempt(read: () => CborValue): { value: CborValue } | undefined {
  try {
    return { value: read() };
  } catch (error) {
    expect(error).toBeInstanceOf(CborError);
    return undefined;
  }
}

/** Decodes with cborg. Only an unsupported tag may be refused; any other refusal fails the test. */
function attemptTheirs(input: Uint8Array): { value: CborValue } | undefined {
  try {
    return { value: theirDecode(input) };
  } catch (error) {
    expect(String(error)).toContain('tag not supported');
    return undefined;
  }
}
