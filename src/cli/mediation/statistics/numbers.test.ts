import { describe, expect, it } from 'vitest';
import { AMOUNT, COUNT, isAbsent, type Kind, type Mark, markOf, readNumber } from './numbers.ts';

/** What the cells of a column are read as, or why they are not. */
function read(kind: Kind, cells: readonly string[], decimal?: Mark, separator = ','): readonly string[] {
  const mark = markOf(cells, kind, { decimal, separator });
  return cells.map((cell) => {
    if (isAbsent(cell)) return 'absent';
    try {
      const { text, isNegative, sign } = readNumber(cell, kind, mark);
      return `${isNegative ? '-' : ''}${text}${sign === '' ? '' : ` ${sign}`}`;
    } catch (error) {
      return `! ${(error as Error).message}`;
    }
  });
}

describe('A column of amounts', () => {
  it.each([
    [['0,05'], ['0.05']],
    [
      ['0.05', '1,234.56'],
      ['0.05', '1234.56'],
    ],
    [
      ['1.234,56', '0,05', '1.234'],
      ['1234.56', '0.05', '1234'],
    ],
    [
      ['1,234', '0.50'],
      ['1234', '0.50'],
    ],
    [
      ['1,234', '0,5'],
      ['1.234', '0.5'],
    ],
    [['1.234'], ['1.234']],
    [['0,123'], ['0.123']],
    [
      ['1 234,56', '1\u00a0234,56', '1\u202f234,56'],
      ['1234.56', '1234.56', '1234.56'],
    ],
    [
      ["1'234.56", '1’234’567.80'],
      ['1234.56', '1234567.80'],
    ],
    [
      ['1,23,456.00', '12,34,567.50'],
      ['123456.00', '1234567.50'],
    ],
    [['1,234,567'], ['1234567']],
    [['1.234.567'], ['1234567']],
    [
      ['1.5E-2', '2e3'],
      ['1.5E-2', '2e3'],
    ],
    [['1,5E-2'], ['1.5E-2']],
    [['$0.50', 'US$ 1.25', '1,20 €'].slice(0, 2), ['0.50 $', '1.25 US$']],
    [
      ['1,20 €', '€\u00a00,30', '2,50 zł', 'R$ 1,10'],
      ['1.20 €', '0.30 €', '2.50 zł', '1.10 R$'],
    ],
    [
      ['EUR 1.10', '1.10 kr.'],
      ['1.10 EUR', '1.10 kr.'],
    ],
    [
      ['-1.50', '\u22121.50', '(1.50)', '-$1.50', '$-1.50', '-0.00'],
      ['-1.50', '-1.50', '-1.50', '-1.50 $', '-1.50 $', '0.00'],
    ],
    [
      ['', '-', '–', '—', 'N/A', 'n/a', '--', '1.50'],
      ['absent', 'absent', 'absent', 'absent', 'absent', 'absent', 'absent', '1.50'],
    ],
  ])('%j is read as %j', (cells, texts) => {
    expect(read(AMOUNT, cells)).toEqual(texts);
  });

  it.each([
    ['a comma before three digits', ['1,234'], ','],
    ['a comma before three digits in a file with semicolons', ['1,234'], ';'],
    ['a point before three digits in a file with semicolons', ['1.234'], ';'],
  ])('%s is ambiguous, and a profile decides', (_, cells, separator) => {
    expect(read(AMOUNT, cells, undefined, separator)[0]).toContain('! is ');
    expect(read(AMOUNT, ['1,234'], ',')).toEqual(['1.234']);
    expect(read(AMOUNT, ['1,234'], '.')).toEqual(['1234']);
  });

  it('a cell with the other mark is refused', () => {
    const [, , last] = read(AMOUNT, ['0.05', '0.06', '0,07']);
    expect(last).toContain('the mark before fractions is “.” in the rest of the column');
    expect(read(AMOUNT, ['1.5'], ',')[0]).toContain('“,”');
  });

  it.each([
    '1,23',
    '1.5%',
    '12.34.5',
    '1,2345,678',
    '0x10',
    'NaN',
    '1.',
    '.5',
    '1,234.5,6',
    '1 23',
    '1 2345',
    '$1€',
  ])('“%s” beside 0.05 is no amount', (cell) => {
    expect(read(AMOUNT, ['0.05', '0.06', cell])[2]).toContain('! is not an amount');
  });
});

describe('A column of counts', () => {
  it.each([
    [['1,234'], ['1234']],
    [['1.234'], ['1234']],
    [
      ['1 234', '1\u202f234', '1’234'],
      ['1234', '1234', '1234'],
    ],
    [
      ['12.0', '1,234.00'],
      ['12', '1234'],
    ],
    [
      ['12,0', '1.234'],
      ['12', '1234'],
    ],
    [['1,23,456'], ['123456']],
    [['12.000'], ['12000']],
    [
      ['0', '007', '-'],
      ['0', '007', 'absent'],
    ],
  ])('%j is read as %j', (cells, texts) => {
    expect(read(COUNT, cells)).toEqual(texts);
  });

  it.each(['1,5', '1.5', '-3', '1e3', '5%', '12,3456', '1234.000'])('“%s” is no count', (cell) => {
    const [text = ''] = read(COUNT, [cell]);
    expect(text.startsWith('! is not a whole number from 0') || text.startsWith('-')).toBe(true);
  });
});
