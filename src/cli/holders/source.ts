import { extname } from 'node:path';
import type { Answer } from '../admin/client.ts';
import { UsageError } from '../exit.ts';
import { csvRecords } from './csv.ts';
import { jsonLineRecords, jsonRecords } from './json.ts';
import { requireFile } from './text-file.ts';

export type DocumentTypes = Answer<'listDocumentTypes'>['documentTypes'];

/** An unchecked record of a file. */
export interface SourceRecord {
  /** Its place in the file: `line 12`, `record 3`. */
  readonly place: string;
  readonly record: unknown;
  /** Why nothing could be read there. */
  readonly problem?: string;
  /** The kind of problem, if `problem` says more about this record. */
  readonly kind?: string;
}

type Read = (path: string, types: DocumentTypes) => AsyncIterable<SourceRecord>;

const FORMATS: Readonly<Record<string, Read>> = {
  '.csv': csvRecords,
  '.jsonl': jsonLineRecords,
  '.ndjson': jsonLineRecords,
  '.json': jsonRecords,
};

/** The records of a file in their order; only a JSON document is read as a whole. */
export function recordsOf(path: string, types: DocumentTypes): AsyncIterable<SourceRecord> {
  requireFile(path);
  const read = FORMATS[extname(path).toLowerCase()];
  if (read) return read(path, types);
  throw new UsageError(`${path} has an unknown format; use ${Object.keys(FORMATS).join(', ')}`);
}
