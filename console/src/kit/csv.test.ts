import { describe, expect, it } from 'vitest';
import { csvCell, csvText } from './csv.ts';

describe('A cell of an exported list', () => {
  it.each(['=1+1', '+49', '-2', '@SUM(A1)', '\tx', '\rx'])(
    'an exported cell is not a formula in a spreadsheet: %j',
    (text) => {
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('an exported cell of plain text is left as it is', () => {
    expect(csvCell('h-1')).toBe('h-1');
    expect(csvCell(12)).toBe('12');
    expect(csvCell(undefined)).toBe('');
  });

  it('an exported cell with commas, quotes or line breaks is quoted, after formulas are made harmless', () => {
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
    expect(csvCell('=a,b')).toBe(`"'=a,b"`);
    expect(csvCell('a\nb')).toBe('"a\nb"');
  });
});

describe('An exported list', () => {
  it('an exported list has a heading line and one line for each row', () => {
    expect(csvText(['id', 'state'], [['h-1', 'active']])).toBe('id,state\r\nh-1,active\r\n');
  });
});
