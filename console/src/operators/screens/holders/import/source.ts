import { CsvProblem, type CsvRow, readCsv } from '../../../../../../src/client/csv.ts';
import {
  MAX_RECORD_BYTES,
  MAX_RECORD_VALUES,
  type Size,
  sizeOf,
} from '../../../../../../src/client/import/chunks.ts';
import {
  columnsOf,
  type DocumentTypes,
  type HeadingProblem,
  headingProblems,
  rowReader,
} from '../../../../../../src/client/import/columns.ts';
import { inlineImages } from '../../../../../../src/client/import/images.ts';
import { type JsonProblem, recordJson, recordsIn } from '../../../../../../src/client/import/json.ts';
import { normalizedText } from '../../../../../../src/conventions/normalize-text.ts';
import type { AdminRequest } from '../../../api.ts';
import { plainName } from './images.ts';

/** Why a record cannot be sent. */
export interface LocalProblem {
  readonly kind:
    | JsonProblem['kind']
    | 'repeatedInCell'
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

export type HolderImport = AdminRequest<'importHolders'>['holders'][number];

/** A valid record and its row in the file. */
export interface Placed extends Size {
  readonly row: number;
  readonly holder: HolderImport;
}

/** A record and its row in the file. */
interface Source {
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

type Format = 'csv' | 'jsonLines' | 'json';

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
  const { value, problem } = recordJson(text);
  if (!problem) return { row: line, record: value };
  const { kind, member, line: within = 1 } = problem;
  const row = line + within - 1;
  return { row, problem: { kind, ...(member !== undefined && { column: member, text: String(row) }) } };
}

/** A record, a list of them, or `{"holders": [ … ]}`. */
function jsonSources(text: string): readonly Source[] {
  const source = parsed(text.replace(/^\uFEFF/, ''), 1);
  if (source.problem) return [source];
  return recordsIn(source.record).map((record, index) => ({ row: index + 1, record }));
}

const lineSources = (text: string): readonly Source[] =>
  text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parsed(line, index + 1)]));

const NO_ROWS = { headings: [], headingProblems: [] };

function csvSources(text: string, types: DocumentTypes): SourceFile {
  let rows: readonly CsvRow[];
  try {
    rows = readCsv(text).map(({ line, cells }) => ({ line, cells: cells.map(normalizedText) }));
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error;
    return { sources: [{ row: error.line, problem: { kind: error.kind } }], ...NO_ROWS };
  }
  const [first, ...others] = rows;
  const headings = first?.cells ?? [];
  const columns = new Map(types.map((type) => [type.docType, columnsOf(headings, type)]));
  const ofTypes = [...columns.values()].flatMap((one) => one.problems);
  // Several types may have the same elements.
  const once = new Map(ofTypes.map((one) => [`${one.kind} ${one.heading}`, one]));
  const problems = [...headingProblems(headings, types), ...once.values()];
  if (problems.length > 0) return { sources: [], headings, headingProblems: problems };
  const read = rowReader(headings, (docType) => columns.get(docType)?.columns);
  const sources = others.map(({ line, cells }): Source => {
    if (cells.length !== headings.length)
      return { row: line, problem: { kind: 'cells', text: `${cells.length} / ${headings.length}` } };
    const { record, problems } = read(cells);
    const [problem] = problems;
    if (!problem) return { row: line, record };
    const { kind, column, member } = problem;
    return { row: line, problem: { kind, column, ...(member !== undefined && { text: member }) } };
  });
  return { sources, headings, headingProblems: [] };
}

/** A record with the images that were chosen together with its file. */
function withImages(source: Source, images: ReadonlyMap<string, string>): Source {
  const read = (text: string) => {
    const content = images.get(plainName(text));
    return content === undefined ? { problem: text } : { content };
  };
  const { record, problems } = inlineImages(source.record, read);
  const [missing] = problems;
  if (!missing) return { ...source, record };
  return { ...source, record, problem: { kind: 'image', column: missing.name, text: missing.problem } };
}

const isRecord = (value: unknown): value is HolderImport =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as HolderImport).id === 'string' &&
  typeof (value as HolderImport).elements === 'object';

/** A record to send, or the problem that the page finds without the server. */
export function placed({ row, record, problem }: Source): Placed | LocalProblem {
  if (problem) return problem;
  if (!isRecord(record)) return { kind: 'noRecord' };
  const size = sizeOf(record);
  if (size.bytes > MAX_RECORD_BYTES) return { kind: 'tooLarge' };
  return size.values > MAX_RECORD_VALUES ? { kind: 'tooMany' } : { row, holder: record, ...size };
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
      : { sources: format === 'json' ? jsonSources(text) : lineSources(text), ...NO_ROWS };
  const sources = file.sources.map((source) => (source.problem ? source : withImages(source, images)));
  return { ...file, sources };
}
