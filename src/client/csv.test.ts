import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvProblem, CsvReader, readCsv } from './csv.ts';

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

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
    expect(readCsv('a\n"x\ny"\n\n\nb').map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  it('a CSV file may begin with a byte order mark', () => {
    expect(cellsOf('\uFEFFid\nh-1')).toEqual([['id'], ['h-1']]);
  });

  it.each(['sep=;\r\n', '\uFEFFsep=;\n', '"sep=;"\r'])('a first line %j names the separator', (first) => {
    expect(readCsv(`${first}a;"b;c"\n1,2;3`)).toEqual([
      { line: 2, cells: ['a', 'b;c'] },
      { line: 3, cells: ['1,2', '3'] },
    ]);
  });

  it('blanks around cells and quotes do not count if they are trimmed', () => {
    expect(readCsv(' a , "b, c" \n', { trims: true })).toEqual([{ line: 1, cells: ['a', 'b, c'] }]);
    expect(readCsv('a\t "b" \t\n', { trims: true, separator: '\t' })[0]?.cells).toEqual(['a', 'b', '']);
  });

  it.each<readonly [string, number, CsvProblem['kind']]>([
    ['a\n"b', 2, 'quoteOpen'],
    ['a\nb\n1"2', 3, 'quoteInside'],
    ['a\n"b"c', 2, 'quoteInQuoted'],
    ['a,b\n1,2\n3', 3, 'cells'],
  ])('what cannot be read is reported with its line: %j', (text, line, kind) => {
    expect(() => readCsv(text, { isRectangular: true })).toThrow(new CsvProblem(line, kind));
  });

  it('a row that does not end is not kept', () => {
    const reader = new CsvReader({ most: 20 });
    const read = (piece: string) => [...reader.read(piece)].length;
    expect([read('alpha,beta,gamma\n1,"2'), read('345678')]).toEqual([1, 0]);
    expect(() => read('90123456789012345')).toThrow(new CsvProblem(2, 'tooLong'));
    expect(() => readCsv('id\n123456789\n', { most: 8 })).toThrow(new CsvProblem(2, 'tooLong'));
  });

  it('it is read the same piece by piece', () => {
    const text = fc.array(fc.constantFrom('a', '"', ',', '\r', '\n', '""', '"x\r\n"', ' '), {
      maxLength: 40,
    });
    const outcome = (read: () => readonly unknown[]) => {
      try {
        return read();
      } catch (error) {
        return String(error);
      }
    };
    fc.assert(
      fc.property(text, fc.nat(), (parts, cut) => {
        const whole = parts.join('');
        const at = cut % (whole.length + 1);
        const reader = new CsvReader();
        const pieces = () => [...reader.read(whole.slice(0, at)), ...reader.read(whole.slice(at), true)];
        expect(outcome(pieces)).toEqual(outcome(() => readCsv(whole)));
      }),
    );
  });
});
