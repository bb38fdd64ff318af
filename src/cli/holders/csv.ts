import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { namedSeparator } from '../../conventions/separator-line.ts';
import { tidied } from '../../conventions/tidy.ts';
import { UsageError } from '../failures.ts';
import {
  MAX_RECORD_BYTES,
  type ReadRecord,
  type Source,
  type SourceRecord,
  unreadable,
} from './text-file.ts';

export type Cells = readonly string[];

/** How a CSV file is written. */
export interface CsvFormat {
  readonly delimiter?: string | undefined;
  /** A label of the Encoding Standard; UTF-8 if absent. */
  readonly encoding?: string | undefined;
}

/** Reads the rows below a heading line. @throws UsageError that lists the problems of the headings */
export type ReadRows = (headings: Cells) => (cells: Cells) => ReadRecord;

const UNCLOSED = 'has a quote that is not closed';

/** Errors that end the import, because the start of the next record cannot be found. */
const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `is longer than ${MAX_RECORD_BYTES} bytes, or a quote is not closed`,
  CSV_QUOTE_NOT_CLOSED: UNCLOSED,
  CSV_INVALID_CLOSING_QUOTE: 'has a quote inside a quoted cell; write it twice',
  INVALID_OPENING_QUOTE: 'has a quote inside a cell; put the cell in quotes and write it twice',
};

function failure(path: string, error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const problem = PROBLEMS[error.code] ?? `cannot be read (${error.code})`;
  return new UsageError(`${path} is not CSV: line ${String(error.lines)} ${problem}`);
}

async function* decoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** A line that names the separator is shorter, also in UTF-16. */
const SEPARATOR_BYTES = 32;

/** The separator that the first line of a file names. */
export const separatorIn = (head: Buffer, encoding: string): string | undefined =>
  namedSeparator(new TextDecoder(encoding).decode(head.subarray(0, SEPARATOR_BYTES), { stream: true }));

/** The first bytes of a file. */
export function headOf(path: string, most: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(most);
    return head.subarray(0, readSync(file, head, 0, most, 0));
  } finally {
    closeSync(file);
  }
}

const breaksIn = (cells: Cells) => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

/**
 * The rows of a CSV file (RFC 4180) with tidied cells and the lines where they begin, the heading line first; and the bytes
 * read so far.
 */
export function csvRows(path: string, { delimiter = ',', encoding = 'utf-8' }: CsvFormat = {}) {
  const separator = separatorIn(headOf(path, SEPARATOR_BYTES), encoding);
  const parser = parse({
    bom: true,
    delimiter: separator ?? delimiter,
    // Otherwise the line break of the first line counts, which another tool may have put before the file.
    ...(separator === undefined ? {} : { recordDelimiter: ['\r\n', '\n'] }),
    skipEmptyLines: true,
    relaxColumnCount: true,
    info: true,
    maxRecordSize: MAX_RECORD_BYTES,
  });
  const stream = createReadStream(path);
  // The pipeline passes an error of the file to the parser; the loop below throws it.
  const done = () => undefined;
  if (encoding === 'utf-8') pipeline(stream, parser, done);
  else pipeline(stream, (chunks: AsyncIterable<Buffer>) => decoded(chunks, encoding), parser, done);
  async function* rows() {
    // The parser tells the line where a row ends, and counts CRLF in a cell twice.
    let [line, empty] = [1, 0];
    let isSeparator = separator !== undefined;
    try {
      for await (const { record, info } of parser as AsyncIterable<{ record: Cells; info: Info }>) {
        line += info.empty_lines - empty;
        empty = info.empty_lines;
        if (!isSeparator) yield { cells: record.map(tidied), line };
        isSeparator = false;
        line += 1 + breaksIn(record);
      }
    } catch (error) {
      throw failure(path, error);
    }
  }
  return { rows: rows(), bytesRead: () => stream.bytesRead };
}

const NUL = '\u0000';
const hasNul = (cells: Cells) => cells.some((cell) => cell.includes(NUL));

const MOST_COLUMNS = 2_000;

function checkHeadingLine(path: string, headings: Cells): void {
  if (hasNul(headings))
    throw new UsageError(`${path} has NUL bytes; if it is UTF-16, say so in a map: csv.encoding: utf-16le`);
  if (headings.length > MOST_COLUMNS) throw new UsageError(`${path} has more than ${MOST_COLUMNS} columns`);
}

/** The records of a CSV file with a heading line. */
export function csvRecords(path: string, readRows: ReadRows, format?: CsvFormat): Source {
  const { rows, bytesRead } = csvRows(path, format);
  async function* records(): AsyncGenerator<SourceRecord> {
    let width = 0;
    let read: ((cells: Cells) => ReadRecord) | undefined;
    for await (const { cells, line } of rows) {
      if (!read) {
        checkHeadingLine(path, cells);
        width = cells.length;
        read = readRows(cells);
      } else if (cells.length !== width) {
        const problem = `has ${cells.length} cells; the heading line has ${width}`;
        yield { place: `line ${line}`, ...unreadable(problem) };
      } else if (hasNul(cells)) yield { place: `line ${line}`, ...unreadable('has a NUL character') };
      else yield { place: `line ${line}`, ...read(cells) };
    }
  }
  return { records: records(), bytesRead };
}
