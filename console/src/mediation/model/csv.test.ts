import { describe, expect, it } from 'vitest';
import { csvText } from '../../kit/csv.ts';
import { parseCsv } from './csv.ts';

const cells = (text: string) => parseCsv(text).map((row) => row.cells);

describe('A table as CSV', () => {
  it('is read with quotes, line breaks in cells, and without empty lines', () => {
    expect(parseCsv('a,"b ""x"", c"\r\n\n"two\nlines",d')).toEqual([
      { line: 1, cells: ['a', 'b "x", c'] },
      { line: 3, cells: ['two\nlines', 'd'] },
    ]);
    expect(cells('')).toEqual([]);
  });

  it('is read as it comes from a sheet: tabs, semicolons, a byte order mark', () => {
    expect(cells('a\tb,c\n1\t2')).toEqual([
      ['a', 'b,c'],
      ['1', '2'],
    ]);
    expect(cells('\uFEFFa;b\n1;2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('comes back as it was', () => {
    const head = ['one', 'two', 'three'];
    const rows = [
      ['=1+1', '-5', "it's"],
      ['a "b"', 'c\nd', ''],
    ];
    expect(cells(csvText(head, rows))).toEqual([head, ...rows]);
  });
});
