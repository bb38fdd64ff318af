import { createReadStream } from 'node:fs';
import { CsvError, type Info, parse } from 'csv-parse';
import { UsageError } from '../exit.ts';
import { type Column, columnsOf } from './columns.ts';
import { inlineFiles } from './files.ts';
import type { DocumentTypes, SourceRecord } from './source.ts';

const DEFAULT_DOCUMENT_TYPE = 'org.iso.18013.5.1.mDL';

type Cells = Readonly<Record<string, string>>;

/** Columns that are about the record, not elements of it. */
const ABOUT = ['id', 'documentType'];

/** Empty cells are elements that the record does not have. */
function elementsOf(cells: Cells, columns: readonly Column[]) {
  const elements: Record<string, Record<string, unknown>> = {};
  for (const { heading, namespace, identifier, read } of columns) {
    const text = cells[heading];
    if (text === undefined || text === '') continue;
    elements[namespace] ??= {};
    elements[namespace][identifier] = read(text);
  }
  return elements;
}

function unreadable(path: string, error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  return new UsageError(`${path} is not CSV with a heading line: ${error.code}, line ${String(error.lines)}`);
}

/**
 * A heading line, then one record a line (RFC 4180): `id`, optionally `documentType`, and elements as `identifier` or
 * `namespace/identifier`. Lists and maps stand as JSON in their cell.
 */
export async function* csvRecords(path: string, types: DocumentTypes): AsyncGenerator<SourceRecord> {
  const columns = new Map<string, readonly Column[]>();
  const parser = createReadStream(path).pipe(
    parse({ bom: true, columns: true, skipEmptyLines: true, info: true, maxRecordSize: 4 * 1024 * 1024 }),
  );
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{ record: Cells; info: Info }>) {
      const { id = '', documentType = '' } = cells;
      const docType = documentType === '' ? DEFAULT_DOCUMENT_TYPE : documentType;
      const headings = Object.keys(cells).filter((heading) => !ABOUT.includes(heading));
      if (!columns.has(docType)) columns.set(docType, columnsOf(headings, docType, types));
      const elements = elementsOf(cells, columns.get(docType) ?? []);
      yield { place: `line ${info.lines}`, ...inlineFiles({ id, documentType: docType, elements }, path) };
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}
