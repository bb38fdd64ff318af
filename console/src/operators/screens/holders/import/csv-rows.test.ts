import { describe, expect, it } from 'vitest';
import { CsvProblem, csvRows } from './csv-rows.ts';

const cellsOf = (text: string) => csvRows(text).map(({ cells }) => cells);

describe('A CSV file', () => {
  it('commas separate cells, and rows may end with any kind of line break', () => {
    expect(cellsOf('a,b\r\n1,2\n3,4\r5,')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', ''],
    ]);
  });

  it('quoted cells may contain commas, line breaks and doubled quotes', () => {
    expect(cellsOf('"a,b","c ""d""","e\nf"\n1,2,3')).toEqual([
      ['a,b', 'c "d"', 'e\nf'],
      ['1', '2', '3'],
    ]);
  });

  it('line numbers count every line of the file, also inside cells and empty ones', () => {
    expect(csvRows('a\n"x\ny"\n\n\nb').map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  it('a CSV file may begin with a byte order mark', () => {
    expect(cellsOf('\uFEFFid\nh-1')).toEqual([['id'], ['h-1']]);
  });

  it.each(['sep=;\r\n', '\uFEFFsep=;\n', '"sep=;"\r'])('a first line %j names the separator', (first) => {
    expect(csvRows(`${first}a;"b;c"\n1,2;3`)).toEqual([
      { line: 2, cells: ['a', 'b;c'] },
      { line: 3, cells: ['1,2', '3'] },
    ]);
  });

  it('cells have composed letters, and no blanks around them', () => {
    expect(cellsOf(' id\u00a0,"  Mu\u0308ller  "\n1,2')[0]).toEqual(['id', 'M\u00fcller']);
  });

  it.each([
    ['a\n"b', 2, 'quoteOpen'],
    ['a\nb\n1"2', 3, 'quoteInside'],
    ['a\n"b"c', 2, 'quoteInside'],
  ])('wrong quotes are reported with their line: %j', (text, line, kind) => {
    expect(() => csvRows(text)).toThrow(CsvProblem);
    try {
      csvRows(text);
    } catch (problem) {
      expect(problem).toMatchObject({ line, kind });
    }
  });
});
