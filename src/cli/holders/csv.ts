import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { CsvReader, type CsvRow } from '../../client/csv.ts';
import { MAX_RECORD_BYTES } from '../../client/import/chunks.ts';
import { namedSeparator } from '../../conventions/csv.ts';
import { normalizedText } from '../../conventions/normalize-text.ts';
import { UsageError } from '../cli-errors.ts';
import { csvError } from '../csv.ts';
import { type ReadRecord, type Source, type SourceRecord, unreadable } from './text-file.ts';

export type Cells = readonly string[];

/** How a CSV file is written. */
interface CsvFormat {
  readonly delimiter?: string | undefined;
  /** A label of the Encoding Standard; UTF-8 if absent. */
  readonly encoding?: string | undefined;
}

/** Reads the rows below a heading line. @throws UsageError that lists the problems of the headings */
export type ReadRows = (headings: Cells) => (cells: Cells) => ReadRecord;

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

/** The rows of a CSV file with normalized cells and the lines where they begin, the heading line first; and the bytes read so far. */
export function csvRows(path: string, { delimiter, encoding = 'utf-8' }: CsvFormat = {}) {
  const stream = createReadStream(path);
  async function* rows(): AsyncGenerator<CsvRow> {
    const reader = new CsvReader({ separator: delimiter, most: MAX_RECORD_BYTES });
    const decoder = new TextDecoder(encoding);
    const tidy = ({ line, cells }: CsvRow) => ({ line, cells: cells.map(normalizedText) });
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>)
        for (const row of reader.read(decoder.decode(chunk, { stream: true }))) yield tidy(row);
      for (const row of reader.read(decoder.decode(), true)) yield tidy(row);
    } catch (error) {
      throw csvError(path, error);
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
