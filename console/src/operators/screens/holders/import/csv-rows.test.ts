import { describe, expect, it } from 'vitest';
import { CsvProblem, csvRows } from './csv-rows.ts';

const cellsOf = (text: string) => csvRows(text).map(({ cells }) => cells);

describe('A CSV file', () => {
  it('has cells between commas, and rows that end with any kind of line end', () => {
    expect(cellsOf('a,b\r\n1,2\n3,4\r5,')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', ''],
    ]);
  });

  it('has commas, lines and doubled quotes in quoted cells', () => {
    expect(cellsOf('"a,b","c ""d""","e\nf"\n1,2,3')).toEqual([
      ['a,b', 'c "d"', 'e\nf'],
      ['1', '2', '3'],
    ]);
  });

  it('counts the lines of the file, with those inside of cells and the empty ones', () => {
    expect(csvRows('a\n"x\ny"\n\n\nb').map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  it('may begin with a byte order mark', () => {
    expect(cellsOf('\uFEFFid\nh-1')).toEqual([['id'], ['h-1']]);
  });

  it.each([
    ['a\n"b', 2, 'quoteOpen'],
    ['a\nb\n1"2', 3, 'quoteInside'],
    ['a\n"b"c', 2, 'quoteInside'],
  ])('that has wrong quotes says on which line: %j', (text, line, kind) => {
    expect(() => csvRows(text)).toThrow(CsvProblem);
    try {
      csvRows(text);
    } catch (problem) {
      expect(problem).toMatchObject({ line, kind });
    }
  });
});
