import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { UsageError } from '../failures.ts';
import { MAX_RECORD_BYTES } from './chunks.ts';
import { ABOUT, type Column, checkHeadings, columnsOf } from './columns.ts';
import { inlineFiles } from './files.ts';
import type { DocumentTypes, SourceRecord } from './text-file.ts';

const DEFAULT_DOCUMENT_TYPE = 'org.iso.18013.5.1.mDL';

type Cells = readonly string[];

/** Errors that end the import, because the start of the next record cannot be found. */
const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `is longer than ${MAX_RECORD_BYTES} bytes, or a quote is not closed`,
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has a quote inside a quoted cell; write it twice',
  INVALID_OPENING_QUOTE: 'has a quote inside a cell; put the cell in quotes and write it twice',
};

function unreadable(path: string, error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const problem = PROBLEMS[error.code] ?? `cannot be read (${error.code})`;
  return new UsageError(`${path} is not CSV: line ${String(error.lines)} ${problem}`);
}

/** An empty cell means that the record does not have the element. */
function elementsOf(cells: Cells, headings: Cells, columns: readonly (Column | undefined)[]) {
  const elements: Record<string, Record<string, unknown>> = {};
  for (const [index, cell] of cells.entries()) {
    const heading = headings[index] ?? '';
    if (cell === '' || ABOUT.includes(heading)) continue;
    const column = columns[index];
    if (!column)
      return { problem: `has a value in column ${heading}, which its document type does not have` };
    const { namespace, identifier, read } = column;
    elements[namespace] ??= {};
    elements[namespace][identifier] = read(cell);
  }
  return { elements };
}

type Row = Omit<SourceRecord, 'place'>;

/** Reads rows below a heading line. @throws UsageError */
function rowsBelow(headings: Cells, path: string, types: DocumentTypes): (cells: Cells) => Row {
  checkHeadings(headings, types);
  const columns = new Map<string, readonly (Column | undefined)[]>();
  const cellOf = (cells: Cells, heading: string) => cells[headings.indexOf(heading)] ?? '';
  return (cells) => {
    if (cells.length !== headings.length) {
      return {
        record: undefined,
        problem: `has ${cells.length} cells; the heading line has ${headings.length}`,
      };
    }
    const id = cellOf(cells, 'id');
    const documentType = cellOf(cells, 'documentType') || DEFAULT_DOCUMENT_TYPE;
    const type = types.find(({ docType }) => docType === documentType);
    if (!type) return { record: { id, documentType, elements: {} } };
    if (!columns.has(documentType)) columns.set(documentType, columnsOf(headings, type));
    const { elements, problem } = elementsOf(cells, headings, columns.get(documentType) ?? []);
    if (problem !== undefined) return { record: undefined, problem };
    return inlineFiles({ id, documentType, elements }, path);
  };
}

/**
 * A heading line, followed by one record per line (RFC 4180): `id`, optionally `documentType`, and elements
 * as `identifier` or `namespace/identifier`. A cell contains lists and maps as JSON.
 */
export async function* csvRecords(path: string, types: DocumentTypes): AsyncGenerator<SourceRecord> {
  const parser = parse({
    bom: true,
    skipEmptyLines: true,
    relaxColumnCount: true,
    info: true,
    maxRecordSize: MAX_RECORD_BYTES,
  });
  // The pipeline passes an error of the file to the parser; the loop below throws it.
  pipeline(createReadStream(path), parser, () => undefined);
  let rowOf: ((cells: Cells) => Row) | undefined;
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: Cells; info: Info }>) {
      if (rowOf) yield { place: `line ${info.lines}`, ...rowOf(cells) };
      else rowOf = rowsBelow(cells, path, types);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}
