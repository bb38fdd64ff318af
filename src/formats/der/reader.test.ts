import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DerError, DerReader, derWriter, readDer, TAG } from './index.ts';

const hex = (text: string): Uint8Array => Buffer.from(text.replace(/ /g, ''), 'hex');
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof DerError) return error.code;
    throw error;
  }
  return 'accepted';
};
const walk = (bytes: Uint8Array) => readDer(bytes, (reader) => reader.wellFormedElement());

describe('DER lengths and tags (X.690 8.1, 10.1)', () => {
  it.each([
    ['empty input', '', 'truncated'],
    ['a tag alone', '04', 'truncated'],
    ['contents cut short', '04 02 00', 'truncated'],
    ['a length of five octets', `04 85 0100000000 00`, 'truncated'],
    ['a length of five octets that begins with zeros', '04 85 0000000001 00', 'nonMinimalLength'],
    ['a length in the reserved form', `04 ff ${'00'.repeat(126)}01 00`, 'truncated'],
    ['a length cut short', '04 82 01', 'truncated'],
    ['indefinite length', '30 80 00 00', 'indefiniteLength'],
    ['a long form below 128', '04 81 01 00', 'nonMinimalLength'],
    ['a length with a leading zero', `04 82 0080 ${'00'.repeat(128)}`, 'nonMinimalLength'],
    ['a long tag below 31', '1f 1e 00', 'nonMinimalTag'],
    ['a long tag with a leading zero', '9f 80 1f 00', 'nonMinimalTag'],
    ['a tag cut short', 'bf 85', 'truncated'],
    ['a tag number of five octets', '9f 8f ff ff ff 7f 00', 'tagTooLarge'],
    ['bytes after the element', '05 00 00', 'trailingBytes'],
    ['a broken element inside', '30 03 04 02 00', 'truncated'],
  ])('DER is refused: %s', (_, bytes, code) => {
    expect(codeOf(() => walk(hex(bytes)))).toBe(code);
  });

  it('tag 721 is read in its three octets', () => {
    const inner = readDer(hex('bf 85 51 02 05 00'), (reader) => reader.explicit(721));
    inner.null();
    inner.end();
  });

  it('lengths of one to three octets are read', () => {
    for (const length of [0, 127, 128, 255, 256, 65_535, 65_536]) {
      const bytes = derWriter.octetString(new Uint8Array(length));
      expect(readDer(bytes, (reader) => reader.octetString()).length).toBe(length);
    }
  });

  it('the depth of DER is limited', () => {
    let nested = derWriter.nullValue();
    for (let depth = 0; depth < 15; depth++) nested = derWriter.sequence(nested);
    expect(codeOf(() => walk(nested))).toBe('accepted');
    expect(codeOf(() => walk(derWriter.sequence(derWriter.sequence(nested))))).toBe('tooDeep');
  });

  it('an error names the byte at which reading stopped', () => {
    expect(() => walk(hex('30 04 05 00 04 81'))).toThrow(expect.objectContaining({ offset: 4 }));
  });

  it('arbitrary bytes cause no other error than DerError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        codeOf(() => walk(bytes));
        for (const tag of [1, 2, 3, 5, 6, 12, 19, 22, 23, 24, 28, 30]) {
          const element = derWriter.element(tag << 3, bytes);
          codeOf(() => new DerReader(element).boolean());
          codeOf(() => new DerReader(element).integer());
          codeOf(() => new DerReader(element).bitString());
          codeOf(() => new DerReader(element).objectIdentifier());
          codeOf(() => new DerReader(element).string());
          codeOf(() => new DerReader(element).time());
        }
      }),
    );
  });

  it('exactly one encoding of each value is accepted', () => {
    const integers = fc.uint8Array({ minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(integers, (content) => {
        const bytes = derWriter.element(TAG.integer, content);
        if (codeOf(() => new DerReader(bytes).integer()) === 'accepted') {
          expect(derWriter.integer(new DerReader(bytes).integer())).toEqual(bytes);
        }
      }),
    );
  });
});

describe('DER values', () => {
  it.each([
    ['BOOLEAN 01', '01 01 01', (r: DerReader) => r.boolean(), 'invalidBoolean'],
    ['BOOLEAN of two octets', '01 02 ffff', (r: DerReader) => r.boolean(), 'invalidBoolean'],
    ['BOOLEAN without contents', '01 00', (r: DerReader) => r.boolean(), 'invalidBoolean'],
    ['INTEGER without contents', '02 00', (r: DerReader) => r.integer(), 'invalidInteger'],
    ['INTEGER with needless 00', '02 02 007f', (r: DerReader) => r.integer(), 'invalidInteger'],
    ['INTEGER with needless FF', '02 02 ff80', (r: DerReader) => r.integer(), 'invalidInteger'],
    [
      'small INTEGER of seven octets',
      '02 07 01000000000000',
      (r: DerReader) => r.smallInteger(),
      'invalidInteger',
    ],
    ['NULL with contents', '05 01 00', (r: DerReader) => r.null(), 'invalidNull'],
    ['BIT STRING without contents', '03 00', (r: DerReader) => r.bitString(), 'invalidBitString'],
    ['BIT STRING with 8 unused bits', '03 02 0800', (r: DerReader) => r.bitString(), 'invalidBitString'],
    ['empty BIT STRING with unused bits', '03 01 01', (r: DerReader) => r.bitString(), 'invalidBitString'],
    ['BIT STRING with a set unused bit', '03 02 0101', (r: DerReader) => r.bitString(), 'invalidBitString'],
    ['key bits that are no octets', '03 02 0180', (r: DerReader) => r.bitStringOctets(), 'invalidBitString'],
    ['OID without contents', '06 00', (r: DerReader) => r.objectIdentifier(), 'invalidOid'],
    ['OID with an open arc', '06 02 2a86', (r: DerReader) => r.objectIdentifier(), 'invalidOid'],
    ['short OID with an open arc', '06 03 551d80', (r: DerReader) => r.objectIdentifier(), 'invalidOid'],
    ['OID with a padded arc', '06 03 2a8001', (r: DerReader) => r.objectIdentifier(), 'invalidOid'],
    [
      'OID longer than 64 octets',
      `06 41 ${'01'.repeat(65)}`,
      (r: DerReader) => r.objectIdentifier(),
      'invalidOid',
    ],
    ['UTF8String with a lone continuation', '0c 01 80', (r: DerReader) => r.string(), 'invalidString'],
    ['PrintableString with @', '13 01 40', (r: DerReader) => r.string(), 'invalidString'],
    ['IA5String above ASCII', '16 01 80', (r: DerReader) => r.string(), 'invalidString'],
    ['BMPString with half a character', '1e 01 41', (r: DerReader) => r.string(), 'invalidString'],
    ['BMPString with a surrogate', '1e 02 d800', (r: DerReader) => r.string(), 'invalidString'],
    ['a string of another type', '04 01 41', (r: DerReader) => r.string(), 'invalidString'],
    ['a time of another type', '04 01 41', (r: DerReader) => r.time(), 'unexpectedTag'],
    ['another tag', '02 01 00', (r: DerReader) => r.octetString(), 'unexpectedTag'],
  ])('a DER value is refused: %s', (_, bytes, read, code) => {
    expect(codeOf(() => readDer<unknown>(hex(bytes), read))).toBe(code);
  });

  const utcTime = (text: string) => derWriter.element(TAG.utcTime, Buffer.from(text));
  const generalizedTime = (text: string) => derWriter.element(TAG.generalizedTime, Buffer.from(text));

  it.each([
    utcTime('2011200000Z'),
    utcTime('201120000000+0000'),
    utcTime('201120000000'),
    utcTime('201320000000Z'),
    utcTime('200020000000Z'),
    utcTime('200230000000Z'),
    utcTime('210229000000Z'),
    utcTime('201120240000Z'),
    utcTime('201120006000Z'),
    utcTime('201120000060Z'),
    utcTime('2011200000 0Z'),
    generalizedTime('20201120000000.5Z'),
    generalizedTime('00501120000000Z'),
    generalizedTime('19000229000000Z'),
  ])('a time in no form of RFC 5280 4.1.2.5 is refused (%#)', (bytes) => {
    expect(codeOf(() => readDer(bytes, (reader) => reader.time()))).toBe('invalidTime');
  });

  it('a UTCTime has a year from 1950 to 2049', () => {
    const read = (bytes: Uint8Array) => readDer(bytes, (reader) => reader.time());
    expect(read(utcTime('500101000000Z'))).toBe(Date.UTC(1950, 0, 1));
    expect(read(utcTime('491231235959Z'))).toBe(Date.UTC(2049, 11, 31, 23, 59, 59));
    expect(read(utcTime('000229000000Z'))).toBe(Date.UTC(2000, 1, 29));
    expect(read(generalizedTime('99991231235959Z'))).toBe(Date.UTC(9999, 11, 31, 23, 59, 59));
  });
});
