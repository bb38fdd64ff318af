import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CborReader, encode, encodeInOrder, Tagged } from '../cbor/index.ts';
import { encodeFullDate, formatTdate, readFullDate } from './index.ts';
import { readTdate, tdate } from './tdate.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const readText = (text: string) => readTdate(new CborReader(encode(new Tagged(0, text))));
const refusal = (code: string) => expect.objectContaining({ name: 'MdocError', code });

describe('tdate (ISO 18013-5 7.2.1)', () => {
  it('a tdate is tag 0 in UTC without a fraction', () => {
    const bytes = encodeInOrder(tdate(Date.UTC(2020, 9, 1, 13, 30, 2)));
    expect(hex(bytes)).toBe(`c074${Buffer.from('2020-10-01T13:30:02Z').toString('hex')}`);
  });

  it('a tdate is written as Date writes it, without the milliseconds', () => {
    const second = fc.integer({ min: Date.UTC(0, 0, 1) / 1000, max: Date.UTC(9999, 11, 31) / 1000 });
    fc.assert(
      fc.property(second, (seconds) => {
        const milliseconds = seconds * 1000;
        expect(formatTdate(milliseconds)).toBe(new Date(milliseconds).toISOString().replace('.000', ''));
        expect(readText(formatTdate(milliseconds))).toEqual({ milliseconds, strict: true });
      }),
    );
    expect(formatTdate(Date.parse('0000-01-01T00:00:00Z'))).toBe('0000-01-01T00:00:00Z');
    expect(formatTdate(Date.parse('9999-12-31T23:59:59Z'))).toBe('9999-12-31T23:59:59Z');
  });

  it.each([500, Number.NaN, Number.POSITIVE_INFINITY, Date.UTC(10_000, 0, 1), -1e15])(
    'the time %d is refused as a tdate',
    (milliseconds) => {
      expect(() => formatTdate(milliseconds)).toThrow(refusal('invalidValidity'));
    },
  );

  it.each([
    ['2025-02-19T23:36:58.210391Z', Date.UTC(2025, 1, 19, 23, 36, 58, 210)],
    ['2025-02-19T23:36:58+00:00', Date.UTC(2025, 1, 19, 23, 36, 58)],
    ['2025-02-19T23:36:58-05:30', Date.UTC(2025, 1, 20, 5, 6, 58)],
    ['2025-02-19t23:36:58z', Date.UTC(2025, 1, 19, 23, 36, 58)],
  ])('the tdate %s of other issuers is read and reported as not strict', (text, milliseconds) => {
    expect(readText(text)).toEqual({ milliseconds, strict: false });
  });

  it.each([
    '',
    '2025-02-19',
    '2025-02-30T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-02-19T24:00:01Z',
    '2025-02-19T23:60:00Z',
    '2025-02-19 23:36:58Z',
    '2025-02-19T23:36:58',
    '+02025-02-19T23:36:58Z',
    '2025-02-19T23:36:58Z ',
  ])('"%s" is refused as a tdate', (text) => {
    expect(() => readText(text)).toThrow(refusal('malformed'));
  });
});

describe('full-date (RFC 8943)', () => {
  it('a full-date is tag 1004', () => {
    expect(hex(encodeFullDate('2019-10-20'))).toBe('d903ec6a323031392d31302d3230');
    expect(readFullDate(new CborReader(encodeFullDate('2024-02-29')))).toBe('2024-02-29');
  });

  it.each(['2023-02-29', '2024-2-29', '2024-02-29T00:00:00Z', '', '20240229'])(
    '"%s" is refused as a full-date',
    (date) => {
      expect(() => encodeFullDate(date)).toThrow(refusal('malformed'));
      expect(() => readFullDate(new CborReader(encode(new Tagged(1004, date))))).toThrow(
        refusal('malformed'),
      );
    },
  );
});
