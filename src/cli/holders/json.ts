import { createReadStream, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { MAX_RECORD_BYTES } from '../../client/import/chunks.ts';
import { type JsonProblem, recordJson, recordsIn, UNSAFE } from '../../client/import/json.ts';
import { MAX_DEPTH } from '../../conventions/json.ts';
import { UsageError } from '../cli-errors.ts';
import { imagesIn, type ReadImage, withImages } from './files.ts';
import { linesOf, type ReadRecord, type Source, type SourceRecord, unreadable } from './text-file.ts';

const JSON_PROBLEMS: Readonly<Record<JsonProblem['kind'], string>> = {
  notJson: 'is not JSON',
  repeated: 'has a name twice in one object',
  tooDeep: `is nested deeper than ${MAX_DEPTH} levels`,
  unsafeName: `has a member named ${UNSAFE.join(' or ')}`,
  tooLargeNumber: 'has a number that is too large',
};

/** The value of a JSON text, or the problem that makes it invalid or ambiguous. */
export function readRecord(text: string): { readonly value?: unknown; readonly problem?: string } {
  const { problem, ...read } = recordJson(text);
  return problem === undefined ? read : { problem: JSON_PROBLEMS[problem.kind] };
}

/** A JSON document is read as a whole; larger imports use JSON Lines or CSV. */
const MAX_FILE = 256 * 1024 * 1024;

function parse(path: string): unknown {
  if (statSync(path).size > MAX_FILE) {
    throw new UsageError(
      `${path} is too large for one JSON document; write one record a line (.jsonl) or CSV`,
    );
  }
  // The decoder removes a byte order mark.
  const { value, problem } = readRecord(new TextDecoder().decode(readFileSync(path)));
  if (problem !== undefined) throw new UsageError(`${path} ${problem}`);
  return value;
}

/** A record, a list of them, or `{"holders": [ … ]}`. */
async function* inDocument(path: string): AsyncGenerator<SourceRecord> {
  const read = imagesIn(dirname(path));
  for (const [index, record] of recordsIn(parse(path)).entries()) {
    yield { place: `record ${index + 1}`, ...withImages(record, read) };
  }
}

export const jsonRecords = (path: string): Source => ({
  records: inDocument(path),
  bytesRead: () => statSync(path).size,
});

function rowOf(bytes: Buffer | undefined, read: ReadImage): ReadRecord {
  if (!bytes) return unreadable(`is longer than ${MAX_RECORD_BYTES} bytes`);
  const { value, problem } = readRecord(new TextDecoder().decode(bytes));
  return problem === undefined ? withImages(value, read) : unreadable(problem);
}

const isEmpty = (bytes: Buffer | undefined) => bytes?.every((byte) => byte === 0x20 || byte === 0x0d);

async function* inLines(path: string, stream: AsyncIterable<Buffer>): AsyncGenerator<SourceRecord> {
  const read = imagesIn(dirname(path));
  for await (const { number, bytes } of linesOf(path, MAX_RECORD_BYTES, stream)) {
    if (!isEmpty(bytes)) yield { place: `line ${number}`, ...rowOf(bytes, read) };
  }
}

/** One record per line; empty lines are skipped. */
export function jsonLineRecords(path: string): Source {
  const stream = createReadStream(path);
  return { records: inLines(path, stream), bytesRead: () => stream.bytesRead };
}
