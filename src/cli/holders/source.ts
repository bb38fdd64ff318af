import { extname } from 'node:path';
import { UsageError } from '../failures.ts';
import { csvRecords } from './csv.ts';
import { jsonLineRecords, jsonRecords } from './json.ts';
import { type DocumentTypes, requireFile, type SourceRecord } from './text-file.ts';

type Read = (path: string, types: DocumentTypes) => AsyncIterable<SourceRecord>;

const FORMATS: Readonly<Record<string, Read>> = {
  '.csv': csvRecords,
  '.jsonl': jsonLineRecords,
  '.ndjson': jsonLineRecords,
  '.json': jsonRecords,
};

/** The records of a file in their order. Only a JSON document is read as a whole. */
export function recordsOf(path: string, types: DocumentTypes): AsyncIterable<SourceRecord> {
  requireFile(path);
  const read = FORMATS[extname(path).toLowerCase()];
  if (read) return read(path, types);
  throw new UsageError(`${path} has an unknown format; use ${Object.keys(FORMATS).join(', ')}`);
}
