import { extname } from 'node:path';
import type { Answer } from '../admin/client.ts';
import { UsageError } from '../exit.ts';
import { csvRecords } from './csv.ts';
import { jsonLineRecords, jsonRecords } from './json.ts';
import { requireFile } from './text-file.ts';

export type DocumentTypes = Answer<'listDocumentTypes'>['documentTypes'];

/** A record of a file, before anybody checked what is in it. */
export interface SourceRecord {
  /** Where it stands: `line 12`, `record 3`. */
  readonly place: string;
  readonly record: unknown;
  /** What is wrong with the place itself. */
  readonly problem?: string;
  /** The kind of problem, where `problem` tells more of this one record. */
  readonly kind?: string;
}

type Read = (path: string, types: DocumentTypes) => AsyncIterable<SourceRecord>;

const FORMATS: Readonly<Record<string, Read>> = {
  '.csv': csvRecords,
  '.jsonl': jsonLineRecords,
  '.ndjson': jsonLineRecords,
  '.json': jsonRecords,
};

/** The records of a file in its order; only a JSON document is read whole. */
export function recordsOf(path: string, types: DocumentTypes): AsyncIterable<SourceRecord> {
  requireFile(path);
  const read = FORMATS[extname(path).toLowerCase()];
  if (read) return read(path, types);
  throw new UsageError(`${path} is none of ${Object.keys(FORMATS).join(', ')}`);
}
