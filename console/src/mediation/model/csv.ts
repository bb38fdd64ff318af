import { withoutApostrophe } from '../../../../src/conventions/csv.ts';

const SEPARATORS = ['\t', ';', ','] as const;

/** The separator of cells: the most frequent candidate in the first line. Sheets paste tabs. */
function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const count = (mark: string) => first.split(mark).length;
  return SEPARATORS.reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** A row, and the line of the text where it starts. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads CSV, or cells copied from a sheet. Empty lines are skipped. */
export function parseCsv(text: string): readonly CsvRow[] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let inQuotes = false;
  let line = 1;
  let begins = 1;
  const endCell = () => {
    cells.push(withoutApostrophe(cell.trim()));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (cells.some((one) => one !== '')) rows.push({ line: begins, cells });
    cells = [];
    begins = line;
  };
  for (let at = 0; at < source.length; at += 1) {
    const mark = source[at]!;
    if (mark === '\n') line += 1;
    if (inQuotes) {
      if (mark !== '"') cell += mark;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else inQuotes = false;
    } else if (mark === '"' && cell.trim() === '') {
      cell = '';
      inQuotes = true;
    } else if (mark === separator) endCell();
    else if (mark === '\n') endRow();
    else if (mark !== '\r') cell += mark;
  }
  endRow();
  return rows;
}
