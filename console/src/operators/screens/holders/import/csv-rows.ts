import { namedSeparator } from '../../../../../../src/conventions/separator-line.ts';
import { tidied } from '../../../../../../src/conventions/tidy.ts';

/** A row of CSV, and the line on which it starts. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The text cannot be read from this line on, because the start of the next row is unknown. */
export class CsvProblem extends Error {
  readonly line: number;
  readonly kind: 'quoteOpen' | 'quoteInside';

  constructor(line: number, kind: CsvProblem['kind']) {
    super(`line ${line}: ${kind}`);
    this.line = line;
    this.kind = kind;
  }
}

/** Reads a quoted cell: its text, and the position after it. */
function quoted(text: string, from: number, line: number): { cell: string; end: number } {
  let cell = '';
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new CsvProblem(line, 'quoteOpen');
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}

function plain(text: string, from: number, line: number, ends: RegExp): { cell: string; end: number } {
  ends.lastIndex = from;
  const end = ends.exec(text)?.index ?? text.length;
  const cell = text.slice(from, end);
  if (cell.includes('"')) throw new CsvProblem(line, 'quoteInside');
  return { cell, end };
}

const lines = (cell: string) => cell.match(/\r\n|\r|\n/g)?.length ?? 0;

/**
 * The rows of a CSV text (RFC 4180) with tidied cells. Empty lines and a line that names the separator are skipped. @throws
 * CsvProblem
 */
export function csvRows(text: string): readonly CsvRow[] {
  const separator = namedSeparator(text);
  const rows = rowsOf(text, separator ?? ',').map(({ line, cells }) => ({ line, cells: cells.map(tidied) }));
  return separator === undefined ? rows : rows.slice(1);
}

function rowsOf(text: string, separator: string): readonly CsvRow[] {
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g');
  const rows: CsvRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  let [cells, begin] = [[] as string[], 1];
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quoted(text, at, line) : plain(text, at, line, ends);
    line += lines(cell);
    cells.push(cell);
    const next = text[end];
    if (next !== undefined && next !== separator && next !== '\r' && next !== '\n')
      throw new CsvProblem(line, 'quoteInside');
    at = end + 1;
    if (next === separator) continue;
    if (cells.length > 1 || cell !== '') rows.push({ line: begin, cells });
    if (next === '\r' && text[at] === '\n') at += 1;
    line += 1;
    [cells, begin] = [[], line];
  }
  return rows;
}
