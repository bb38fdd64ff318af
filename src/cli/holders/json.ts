import { createReadStream, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject, MAX_DEPTH, withinDepth } from '../../conventions/json.ts';
import { parseStrictJson, RepeatedMemberError } from '../../conventions/strict-json.ts';
import { UsageError } from '../failures.ts';
import { imagesIn, inlineImages, type ReadImage } from './files.ts';
import {
  linesOf,
  MAX_RECORD_BYTES,
  type ReadRecord,
  type Source,
  type SourceRecord,
  unreadable,
} from './text-file.ts';

const childrenOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Names with a special meaning in JavaScript. The server refuses a body that contains one. */
const UNSAFE = ['__proto__', 'constructor'];

function hasUnsafeName(value: unknown): boolean {
  if (isObject(value) && UNSAFE.some((name) => Object.hasOwn(value, name))) return true;
  return childrenOf(value).some(hasUnsafeName);
}

/** A number beyond the range of a double, which JSON cannot express. */
const hasInfinity = (value: unknown): boolean =>
  value === Number.POSITIVE_INFINITY ||
  value === Number.NEGATIVE_INFINITY ||
  childrenOf(value).some(hasInfinity);

/** Problems of a JSON text. The depth is checked first, because the other checks recurse. */
const CHECKS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  [`is nested deeper than ${MAX_DEPTH} levels`, (value) => !withinDepth(value, MAX_DEPTH)],
  [`has a member named ${UNSAFE.join(' or ')}`, hasUnsafeName],
  ['has a number that is too large', hasInfinity],
];

/** The value of a JSON text, or the problem that makes it invalid or ambiguous. */
export function recordJson(json: string): { readonly value?: unknown; readonly problem?: string } {
  let value: unknown;
  try {
    value = parseStrictJson(json);
  } catch (error) {
    const isRepeated = error instanceof RepeatedMemberError;
    return { problem: isRepeated ? 'has a name twice in one object' : 'is not JSON' };
  }
  const problem = CHECKS.find(([, isWrong]) => isWrong(value))?.[0];
  return problem === undefined ? { value } : { problem };
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
  const { value, problem } = recordJson(new TextDecoder().decode(readFileSync(path)));
  if (problem !== undefined) throw new UsageError(`${path} ${problem}`);
  return value;
}

function listOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  const { holders } = (content ?? {}) as { readonly holders?: unknown };
  return Array.isArray(holders) ? holders : [content];
}

/** A record, a list of them, or `{"holders": [ … ]}`. */
async function* inDocument(path: string): AsyncGenerator<SourceRecord> {
  const read = imagesIn(dirname(path));
  for (const [index, record] of listOf(parse(path)).entries()) {
    yield { place: `record ${index + 1}`, ...inlineImages(record, read) };
  }
}

export const jsonRecords = (path: string): Source => ({
  records: inDocument(path),
  bytesRead: () => statSync(path).size,
});

function rowOf(bytes: Buffer | undefined, read: ReadImage): ReadRecord {
  if (!bytes) return unreadable(`is longer than ${MAX_RECORD_BYTES} bytes`);
  const { value, problem } = recordJson(new TextDecoder().decode(bytes));
  return problem === undefined ? inlineImages(value, read) : unreadable(problem);
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
