import {
  ABOUT,
  type Column,
  columnsOf,
  type DocumentTypes,
  type HeadingProblem,
  headingProblems,
} from './columns.ts';
import { CsvProblem, csvRows } from './csv-rows.ts';
import { inlineImages } from './images.ts';
import { repeatedMember } from './repeated-member.ts';

/** Why a record cannot be sent. */
export interface LocalProblem {
  readonly kind:
    | 'notJson'
    | 'repeated'
    | 'repeatedInCell'
    | 'cells'
    | 'column'
    | 'image'
    | 'tooLarge'
    | 'tooMany'
    | 'noRecord'
    | 'again'
    | CsvProblem['kind'];
  readonly column?: string;
  readonly text?: string;
}

/** A record and its row in the file. */
export interface Source {
  /** Line of the file, or number of the record in a JSON document. */
  readonly row: number;
  readonly record?: unknown;
  readonly problem?: LocalProblem;
}

export interface SourceFile {
  readonly sources: readonly Source[];
  /** Headings of a CSV file. */
  readonly headings: readonly string[];
  readonly headingProblems: readonly HeadingProblem[];
}

const DEFAULT_DOCUMENT_TYPE = 'org.iso.18013.5.1.mDL';

export type Format = 'csv' | 'jsonLines' | 'json';

const FORMATS: Readonly<Record<string, Format>> = {
  csv: 'csv',
  jsonl: 'jsonLines',
  ndjson: 'jsonLines',
  json: 'json',
};

export const formatOf = (name: string): Format | undefined =>
  FORMATS[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];

/** `line`: where the text begins in its file. */
function parsed(text: string, line: number): Source {
  try {
    const record: unknown = JSON.parse(text);
    const twice = repeatedMember(text);
    if (!twice) return { row: line, record };
    const row = line + twice.line - 1;
    return { row, problem: { kind: 'repeated', column: twice.name, text: String(row) } };
  } catch {
    return { row: line, problem: { kind: 'notJson' } };
  }
}

/** A record, a list of them, or `{"holders": [ … ]}`. */
function jsonSources(text: string): readonly Source[] {
  const source = parsed(text.replace(/^\uFEFF/, ''), 1);
  if (source.problem) return [source];
  const { record } = source;
  const { holders } = (record ?? {}) as { readonly holders?: unknown };
  const list = Array.isArray(record) ? record : Array.isArray(holders) ? holders : [record];
  return list.map((one, index) => ({ row: index + 1, record: one }));
}

const lineSources = (text: string): readonly Source[] =>
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parsed(line, index + 1)]));

/** An empty cell means that the record does not have the element. */
function recordOf(
  cells: readonly string[],
  headings: readonly string[],
  columnsFor: (docType: string) => readonly (Column | undefined)[] | undefined,
): Pick<Source, 'record' | 'problem'> {
  if (cells.length !== headings.length)
    return { problem: { kind: 'cells', text: `${cells.length} / ${headings.length}` } };
  const cellOf = (heading: string) => cells[headings.indexOf(heading)] ?? '';
  const documentType = cellOf('documentType') || DEFAULT_DOCUMENT_TYPE;
  const record = { id: cellOf('id'), documentType };
  const columns = columnsFor(documentType);
  if (!columns) return { record: { ...record, elements: {} } };
  const elements: Record<string, Record<string, unknown>> = {};
  for (const [index, cell] of cells.entries()) {
    const heading = headings[index] ?? '';
    if (cell === '' || ABOUT.includes(heading)) continue;
    const column = columns[index];
    if (!column) return { problem: { kind: 'column', column: heading } };
    const value = column.read(cell);
    const twice = typeof value === 'object' ? repeatedMember(cell) : undefined;
    if (twice) return { problem: { kind: 'repeatedInCell', column: heading, text: twice.name } };
    elements[column.namespace] ??= {};
    (elements[column.namespace] as Record<string, unknown>)[column.identifier] = value;
  }
  return { record: { ...record, elements } };
}

function csvSources(text: string, types: DocumentTypes): SourceFile {
  let rows: ReturnType<typeof csvRows>;
  try {
    rows = csvRows(text);
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    const { line, kind } = error;
    return { sources: [{ row: line, problem: { kind } }], headings: [], headingProblems: [] };
  }
  const [first, ...others] = rows;
  const headings = first?.cells ?? [];
  const problems = headingProblems(headings, types);
  if (problems.length > 0) return { sources: [], headings, headingProblems: problems };
  const known = new Map(types.map((type) => [type.docType, columnsOf(headings, type)]));
  const sources = others.map(({ line, cells }) => ({
    row: line,
    ...recordOf(cells, headings, (docType) => known.get(docType)),
  }));
  return { sources, headings, headingProblems: [] };
}

/** The records of a file, with names of images replaced by the chosen images. */
export function sourcesOf(
  format: Format,
  text: string,
  types: DocumentTypes,
  images: ReadonlyMap<string, string>,
): SourceFile {
  const file =
    format === 'csv'
      ? csvSources(text, types)
      : {
          sources: format === 'json' ? jsonSources(text) : lineSources(text),
          headings: [],
          headingProblems: [],
        };
  const sources = file.sources.map((source) =>
    source.problem ? source : { ...source, ...inlineImages(source.record, images) },
  );
  return { ...file, sources };
}
