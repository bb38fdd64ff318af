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

const PLAIN_END = /[,\r\n]/g;

function plain(text: string, from: number, line: number): { cell: string; end: number } {
  PLAIN_END.lastIndex = from;
  const end = PLAIN_END.exec(text)?.index ?? text.length;
  const cell = text.slice(from, end);
  if (cell.includes('"')) throw new CsvProblem(line, 'quoteInside');
  return { cell, end };
}

const lines = (cell: string) => cell.match(/\r\n|\r|\n/g)?.length ?? 0;

/** The rows of a CSV text (RFC 4180). Empty lines are skipped. @throws CsvProblem */
export function csvRows(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  let [cells, begin] = [[] as string[], 1];
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quoted(text, at, line) : plain(text, at, line);
    line += lines(cell);
    cells.push(cell);
    const next = text[end];
    if (next !== undefined && next !== ',' && next !== '\r' && next !== '\n')
      throw new CsvProblem(line, 'quoteInside');
    at = end + 1;
    if (next === ',') continue;
    if (cells.length > 1 || cell !== '') rows.push({ line: begin, cells });
    if (next === '\r' && text[at] === '\n') at += 1;
    line += 1;
    [cells, begin] = [[], line];
  }
  return rows;
}
