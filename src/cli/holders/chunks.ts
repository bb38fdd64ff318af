import type { HolderImport } from '../../admin/contract/holders/methods.ts';
import { MOST_VALUES } from '../../conventions/strict-json.ts';
import type { ColumnsAt, RecordProblem } from './text-file.ts';

/** A record that can be sent, and its place in the file. */
export interface PlacedHolder {
  readonly place: string;
  readonly holder: HolderImport;
  /** Length of the record as JSON. */
  readonly bytes: number;
  readonly values: number;
  /** What was wrong with it when it was read. */
  readonly problems: readonly RecordProblem[];
  readonly columnsAt?: ColumnsAt | undefined;
}

/** The limit of one body, minus the values around the records. */
export const MAX_RECORD_VALUES = MOST_VALUES - 10;

/** Splits records so that each request stays below its limits of records and bytes. */
const MOST_RECORDS = 100;
const MOST_BYTES = 1.5 * 1024 * 1024;

export async function* chunksOf(
  holders: AsyncIterable<PlacedHolder>,
): AsyncGenerator<readonly PlacedHolder[]> {
  let chunk: PlacedHolder[] = [];
  let [bytes, values] = [0, 0];
  const isFullFor = (one: PlacedHolder) =>
    chunk.length === MOST_RECORDS ||
    bytes + one.bytes > MOST_BYTES ||
    values + one.values > MAX_RECORD_VALUES;
  for await (const one of holders) {
    if (chunk.length > 0 && isFullFor(one)) {
      yield chunk;
      [chunk, bytes, values] = [[], 0, 0];
    }
    chunk.push(one);
    bytes += one.bytes;
    values += one.values;
  }
  if (chunk.length > 0) yield chunk;
}
