import { describe, expect, it } from 'vitest';
import { csvRow, withoutApostrophe } from './csv.ts';

const FORMULAS = [
  '=1+1',
  '+49',
  '-2+3',
  '-',
  '-1.',
  '@SUM(A1)',
  '\tx',
  '\r=x',
  '\n=x',
  '＝1',
  '＋1',
  '－1',
  '＠x',
];

describe('A cell of CSV', () => {
  it.each(FORMULAS)('is not a formula in a spreadsheet: %j', (text) => {
    expect(csvRow([text]).replace(/^"/, '')).toBe(`'${text}${/[\r\n]/.test(text) ? '"' : ''}`);
    expect(withoutApostrophe(`'${text}`)).toBe(text);
  });

  it.each(['-2', '-0.35', '-1e-7', '2026-11-28', 'h-1', "'quoted'", '1,5'])(
    'is left as it is: %j',
    (text) => {
      expect(csvRow([text]).replaceAll('"', '')).toBe(text);
      expect(withoutApostrophe(text)).toBe(text);
    },
  );

  it('is text also of a number, and empty of nothing', () => {
    expect(csvRow(['h-1', 12, -3, undefined, null])).toBe('h-1,12,-3,,');
  });

  it('with a comma, a quote or a line break is quoted, after formulas are made harmless', () => {
    expect(csvRow(['a "b", c'])).toBe('"a ""b"", c"');
    expect(csvRow(['=a,b'])).toBe(`"'=a,b"`);
    expect(csvRow(['a\nb'])).toBe('"a\nb"');
  });
});
