import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DerError, derWriter, readDer, TAG } from './index.ts';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('DER writer', () => {
  it.each([
    [derWriter.integer(0), '020100'],
    [derWriter.integer(127), '02017f'],
    [derWriter.integer(128), '02020080'],
    [derWriter.integer(-1), '0201ff'],
    [derWriter.integer(-128), '020180'],
    [derWriter.integer(-129), '0202ff7f'],
    [derWriter.unsignedInteger(Uint8Array.of(0, 0, 0xff)), '020200ff'],
    [derWriter.unsignedInteger(Uint8Array.of()), '020100'],
    [derWriter.enumerated(1), '0a0101'],
    [derWriter.boolean(true), '0101ff'],
    [derWriter.boolean(false), '010100'],
    [derWriter.nullValue(), '0500'],
    [derWriter.explicit(721, derWriter.nullValue()), 'bf8551020500'],
    [derWriter.bitString(Uint8Array.of(0x80), 7), '03020780'],
    [derWriter.objectIdentifier('1.0.18013.5.1.2'), '060728818c5d050102'],
    [derWriter.objectIdentifier('1.3.6.1.4.1.11129.2.1.17'), '060a2b06010401d679020111'],
    [derWriter.objectIdentifier('2.999.3'), '0603883703'],
    [derWriter.setOf(derWriter.integer(3), derWriter.integer(2)), '3106020102020103'],
    [derWriter.time(Date.UTC(2049, 11, 31, 23, 59, 59)), `170d${hexOf(Buffer.from('491231235959Z'))}`],
    [derWriter.time(Date.UTC(2050, 0, 1)), `180f${hexOf(Buffer.from('20500101000000Z'))}`],
  ])('a value is written as the expected DER: %#', (bytes, expected) => {
    expect(hexOf(bytes)).toBe(expected);
  });

  it.each([
    ['an integer that is no safe number', () => derWriter.integer(2 ** 53)],
    ['OID of one arc', () => derWriter.objectIdentifier('1')],
    ['OID whose second arc is too large', () => derWriter.objectIdentifier('1.40')],
    ['OID with a leading zero', () => derWriter.objectIdentifier('1.02')],
    ['PrintableString with an underscore', () => derWriter.printableString('a_b')],
    ['IA5String beyond ASCII', () => derWriter.ia5String('é')],
    ['UTF8String of half a pair', () => derWriter.utf8String('\ud800')],
    ['a time after 9999', () => derWriter.time(Date.UTC(10_000, 0, 1))],
    ['no time', () => derWriter.time(Number.NaN)],
  ])('the DER writer refuses %s', (_, write) => {
    expect(write).toThrow(DerError);
    expect(write).toThrow(expect.objectContaining({ code: 'unencodable' }));
  });
});

describe('Values that are written as DER and read again', () => {
  it('an INTEGER is written and read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
        expect(readDer(derWriter.integer(value), (reader) => reader.integer())).toBe(value);
      }),
    );
  });

  it('a small INTEGER is written and read', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(readDer(derWriter.integer(value), (reader) => reader.smallInteger())).toBe(value);
      }),
    );
  });

  it('an OBJECT IDENTIFIER is written and read', () => {
    const arcs = fc.array(fc.bigInt({ min: 0n, max: 2n ** 70n }), { maxLength: 5 });
    const oids = fc
      .tuple(fc.constantFrom(0, 1, 2), fc.nat({ max: 39 }), arcs)
      .map(([root, second, rest]) => [root, second, ...rest].join('.'));
    fc.assert(
      fc.property(oids, (oid) => {
        expect(readDer(derWriter.objectIdentifier(oid), (reader) => reader.objectIdentifier())).toBe(oid);
      }),
    );
    for (const oid of [
      '2.5.4.3',
      '2.5.29.15',
      '2.5.29.128',
      '2.5.4.16384',
      '2.999.1',
      '2.25.329800735698586629295641978511506172918',
    ]) {
      expect(readDer(derWriter.objectIdentifier(oid), (reader) => reader.objectIdentifier())).toBe(oid);
    }
  });

  it('a UTF8String is written and read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        expect(readDer(derWriter.utf8String(text), (reader) => reader.string())).toBe(text);
      }),
    );
  });

  it('times in whole seconds are written and read', () => {
    const seconds = fc.integer({ min: Date.UTC(1000, 0, 1) / 1000, max: Date.UTC(9999, 11, 31) / 1000 });
    fc.assert(
      fc.property(seconds, (second) => {
        expect(readDer(derWriter.time(second * 1000), (reader) => reader.time())).toBe(second * 1000);
      }),
    );
  });

  it('a SET OF is written in ascending order, whatever the given order', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 6 })), (members) => {
        const encoded = members.map(derWriter.octetString);
        expect(derWriter.setOf(...encoded)).toEqual(derWriter.setOf(...encoded.toReversed()));
        expect(encoded.toSorted(Buffer.compare)).toEqual(
          readDer(derWriter.setOf(...encoded), (reader) => {
            const set = reader.enter(TAG.set);
            return encoded.map(() => Buffer.from(set.element()));
          }).map((bytes) => new Uint8Array(bytes)),
        );
      }),
    );
  });
});
