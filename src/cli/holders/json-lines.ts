import { MAX_RECORD_BYTES } from './chunks.ts';
import { inlineFiles } from './files.ts';
import { linesOf } from './lines.ts';
import { recordJson } from './record-json.ts';
import type { SourceRecord } from './source.ts';

function rowOf(bytes: Buffer | undefined, path: string): Omit<SourceRecord, 'place'> {
  if (!bytes) return { record: undefined, problem: `is longer than ${MAX_RECORD_BYTES} bytes` };
  const { value, problem } = recordJson(new TextDecoder().decode(bytes));
  return problem === undefined ? inlineFiles(value, path) : { record: undefined, problem };
}

const isEmpty = (bytes: Buffer | undefined) => bytes?.every((byte) => byte === 0x20 || byte === 0x0d);

/** One record a line; empty lines are passed over. */
export async function* jsonLineRecords(path: string): AsyncGenerator<SourceRecord> {
  for await (const { number, bytes } of linesOf(path, MAX_RECORD_BYTES)) {
    if (!isEmpty(bytes)) yield { place: `line ${number}`, ...rowOf(bytes, path) };
  }
}
