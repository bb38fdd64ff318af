import { describe, expect, it } from 'vitest';
import { csvText } from '../../kit/csv.ts';
import { parseCsv } from './csv.ts';

const cells = (text: string) => parseCsv(text).map((row) => row.cells);

describe('A table as CSV', () => {
  it('a CSV table may have quotes and line breaks in cells; empty lines are left out', () => {
    expect(parseCsv('a,"b ""x"", c"\r\n\n"two\nlines",d')).toEqual([
      { line: 1, cells: ['a', 'b "x", c'] },
      { line: 3, cells: ['two\nlines', 'd'] },
    ]);
    expect(cells('')).toEqual([]);
  });

  it('a table copied from a spreadsheet is read: with tabs, semicolons or a byte order mark', () => {
    expect(cells('a\tb,c\n1\t2')).toEqual([
      ['a', 'b,c'],
      ['1', '2'],
    ]);
    expect(cells('\uFEFFa;b\n1;2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('a table that is written as CSV and read again is unchanged', () => {
    const head = ['one', 'two', 'three'];
    const rows = [
      ['=1+1', '-5', "it's"],
      ['a "b"', 'c\nd', ''],
    ];
    expect(cells(csvText(head, rows))).toEqual([head, ...rows]);
  });
});
