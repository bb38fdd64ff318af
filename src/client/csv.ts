import { namedSeparator } from '../conventions/csv.ts';

/** A row of CSV, and the line on which it starts. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The text cannot be read from this line on, because the start of the next row is unknown. */
export class CsvProblem extends Error {
  readonly line: number;
  /** A quote in a cell without quotes, one in a cell with them, one that is not closed, too many characters. */
  readonly kind: 'quoteInside' | 'quoteInQuoted' | 'quoteOpen' | 'tooLong' | 'cells';

  constructor(line: number, kind: CsvProblem['kind']) {
    super(`line ${line}: ${kind}`);
    this.line = line;
    this.kind = kind;
  }
}

export interface CsvOptions {
  /** If no first line names another one. */
  readonly separator?: string | undefined;
  /** Blanks around cells and quotes do not count. */
  readonly trims?: boolean;
  /** Each row has as many cells as the first one. */
  readonly isRectangular?: boolean;
  /** The most characters of a row. */
  readonly most?: number;
}

/** A part of a text, and where the next one begins. */
interface Part<Value> {
  readonly value: Value;
  readonly end: number;
}

/** A line that names the separator is shorter. */
const SEPARATOR_LINE = 16;

const BREAK = /\r\n|\r|\n/g;

/**
 * Reads CSV (RFC 4180), as a whole or piece by piece. Rows may end with any line break; empty lines, a byte order mark and a
 * line that names the separator are skipped.
 */
export class CsvReader {
  readonly #options: CsvOptions;
  #separator = ',';
  /** Ends a cell without quotes. */
  #ends = /[,\r\n]/g;
  #rest = '';
  /** Of the row that is read: its line, and its place in the text. */
  #line = 1;
  #rowStart = 0;
  #width: number | undefined;
  #isBegun = false;

  constructor(options: CsvOptions = {}) {
    this.#options = options;
  }

  /** The rows that end in this piece; with the last one, all that are left. @throws CsvProblem */
  *read(piece: string, isLast = false): Generator<CsvRow> {
    let text = this.#rest + piece;
    if (!this.#isBegun) {
      this.#rest = text;
      if (text.length < SEPARATOR_LINE && !isLast) return;
      text = this.#begin(text);
    }
    this.#rowStart = 0;
    while (this.#rowStart < text.length) {
      const row = this.#row(text, this.#rowStart, isLast);
      if (row === undefined) break;
      this.#checkLength(row.end - this.#rowStart);
      const line = this.#line;
      const cells = row.value;
      this.#line += text.slice(this.#rowStart, row.end).match(BREAK)?.length ?? 0;
      this.#rowStart = row.end;
      if (cells.length === 1 && cells[0] === '') continue;
      this.#width ??= cells.length;
      if (this.#options.isRectangular && cells.length !== this.#width) throw new CsvProblem(line, 'cells');
      yield { line, cells };
    }
    this.#rest = text.slice(this.#rowStart);
    this.#checkLength(this.#rest.length);
  }

  #checkLength(length: number): void {
    if (length > (this.#options.most ?? Number.POSITIVE_INFINITY))
      throw new CsvProblem(this.#line, 'tooLong');
  }

  #begin(text: string): string {
    const named = namedSeparator(text);
    this.#isBegun = true;
    this.#separator = named ?? this.#options.separator ?? ',';
    this.#ends = new RegExp(`[${this.#separator.replace(/[\\\]^-]/, '\\$&')}\\r\\n]`, 'g');
    if (named === undefined) return text.replace(/^\ufeff/, '');
    this.#line = 2;
    return text.slice(text.search(/[\r\n]/)).replace(/^(?:\r\n|\r|\n)/, '');
  }

  /** Undefined if the row may go on in the next piece. */
  #row(text: string, from: number, isLast: boolean): Part<readonly string[]> | undefined {
    const cells: string[] = [];
    for (let at = from; ; ) {
      const cell = this.#cell(text, at, isLast);
      if (cell === undefined) return undefined;
      cells.push(cell.value);
      const next = text[cell.end];
      at = cell.end + 1;
      if (next === this.#separator) continue;
      const mayGoOn = next === undefined || (next === '\r' && text[at] === undefined);
      if (mayGoOn && !isLast) return undefined;
      return { value: cells, end: Math.min(next === '\r' && text[at] === '\n' ? at + 1 : at, text.length) };
    }
  }

  #cell(text: string, from: number, isLast: boolean): Part<string> | undefined {
    const { trims = false } = this.#options;
    const at = trims ? this.#afterBlanks(text, from) : from;
    if (text[at] === '"') {
      const quoted = this.#quoted(text, at, isLast);
      if (quoted === undefined) return undefined;
      const end = trims ? this.#afterBlanks(text, quoted.end) : quoted.end;
      const next = text[end];
      if (next !== undefined && next !== this.#separator && next !== '\r' && next !== '\n')
        throw this.#problem(text, end, 'quoteInQuoted');
      return { value: quoted.value, end };
    }
    this.#ends.lastIndex = at;
    const end = this.#ends.exec(text)?.index ?? text.length;
    const value = text.slice(at, end);
    if (value.includes('"')) throw this.#problem(text, end, 'quoteInside');
    return { value: trims ? value.trim() : value, end };
  }

  #quoted(text: string, from: number, isLast: boolean): Part<string> | undefined {
    let value = '';
    for (let at = from + 1; ; ) {
      const quote = text.indexOf('"', at);
      if (quote < 0 || (quote === text.length - 1 && !isLast)) {
        if (isLast) throw this.#problem(text, from, 'quoteOpen');
        return undefined;
      }
      value += text.slice(at, quote);
      if (text[quote + 1] !== '"') return { value, end: quote + 1 };
      value += '"';
      at = quote + 2;
    }
  }

  #afterBlanks(text: string, from: number): number {
    let at = from;
    while ((text[at] === ' ' || text[at] === '\t') && text[at] !== this.#separator) at += 1;
    return at;
  }

  #problem(text: string, at: number, kind: CsvProblem['kind']): CsvProblem {
    const breaks = text.slice(this.#rowStart, at).match(BREAK)?.length ?? 0;
    return new CsvProblem(this.#line + breaks, kind);
  }
}

/** The rows of a whole text. @throws CsvProblem */
export const readCsv = (text: string, options: CsvOptions = {}): readonly CsvRow[] => [
  ...new CsvReader(options).read(text, true),
];
