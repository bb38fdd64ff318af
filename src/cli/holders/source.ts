import { dirname, extname } from 'node:path';
import type { DocumentTypes } from '../../client/import/columns.ts';
import { UsageError } from '../cli-errors.ts';
import { csvRecords } from './csv.ts';
import { namedColumns } from './csv-columns.ts';
import { imagesIn } from './files.ts';
import { jsonLineRecords, jsonRecords } from './json.ts';
import { readMap } from './map/parse.ts';
import { mappedRows } from './map/rows.ts';
import { requireFile, type Source } from './text-file.ts';

/** A file of records that can be read several times. */
export interface SourceFile {
  open(): Source;
  /** Of the file; UTF-8 if absent. */
  readonly encoding?: string;
  /** The text of the map that it is read with. */
  readonly map?: string;
}

/** A CSV file whose columns a map turns into records. `unused` gets the columns that the map does not use. */
export function mappedFile(
  path: string,
  mapFile: string,
  types: DocumentTypes,
  unused: (columns: readonly string[]) => void,
): SourceFile {
  requireFile(path);
  const parsed = readMap(mapFile);
  const { encoding, text, map } = parsed;
  const rows = mappedRows(parsed, types, unused);
  return { open: () => csvRecords(path, rows, { ...map.csv, encoding }), map: text, encoding };
}

type Open = (path: string, types: DocumentTypes) => Source;

const FORMATS: Readonly<Record<string, Open>> = {
  '.csv': (path, types) => csvRecords(path, namedColumns(types, imagesIn(dirname(path)))),
  '.jsonl': jsonLineRecords,
  '.ndjson': jsonLineRecords,
  '.json': jsonRecords,
};

/** The records of a file in their order. Only a JSON document is read as a whole. */
export function sourceFile(path: string, types: DocumentTypes): SourceFile {
  requireFile(path);
  const open = FORMATS[extname(path).toLowerCase()];
  if (open) return { open: () => open(path, types) };
  throw new UsageError(`${path} has an unknown format; use ${Object.keys(FORMATS).join(', ')}`);
}
