import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { MAX_RECORD_BYTES } from '../../client/import/chunks.ts';
import { UsageError } from '../cli-errors.ts';

/** What is wrong with a record, found while reading it. */
export interface RecordProblem {
  /** Where in the record; empty for all of it. */
  readonly path: string;
  /** Continues the path. */
  readonly problem: string;
  /** The kind of problem, if `problem` says more about this record. */
  readonly kind?: string;
}

export type ColumnsAt = (path: string) => readonly string[];

/** A record as it was read. Values with a problem are left out; it is undefined if nothing could be read. */
export interface ReadRecord {
  readonly record: unknown;
  readonly problems: readonly RecordProblem[];
  /** The columns that the value at a path of the record comes from. */
  readonly columnsAt?: ColumnsAt;
}

/** A record of a file, not checked yet. */
export interface SourceRecord extends ReadRecord {
  /** Its place in the file: `line 12`, `record 3`. */
  readonly place: string;
}

/** The number in a place. */
export const numberIn = (place: string): number => Number(/\d+/.exec(place)?.[0] ?? 0);

export const unreadable = (problem: string): ReadRecord => ({
  record: undefined,
  problems: [{ path: '', problem }],
});

/** The records of a file, and the number of bytes of it that were read. */
export interface Source {
  readonly records: AsyncIterable<SourceRecord>;
  bytesRead(): number;
}

const NEW_LINE = 0x0a;

/** A line without its line break; `bytes` is absent if the line is too long. */
interface Line {
  readonly number: number;
  readonly bytes?: Buffer;
}

/** The lines of a file; lines over `longest` bytes come without their content. */
export async function* linesOf(
  path: string,
  longest: number,
  stream: AsyncIterable<Buffer> = createReadStream(path),
): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    if (size > longest) parts = [];
    else parts.push(part);
  };
  const line = (): Line => (size > longest ? { number } : { number, bytes: Buffer.concat(parts) });
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      keep(chunk.subarray(start, end));
      yield line();
      [number, parts, size, start] = [number + 1, [], 0, end + 1];
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield line();
}

/** An import reads its file twice, so it cannot be a pipe. */
export function requireFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`there is no file ${path}`);
  if (!stats.isFile()) throw new UsageError(`${path} is not a file; write the records into one first`);
}

/** The report must not overwrite the imported file. */
export function requireOther(file: string, report: string | undefined): void {
  if (report === undefined || !existsSync(report) || realpathSync(report) !== realpathSync(file)) return;
  throw new UsageError(`--report names the file that is to be imported: ${report}`);
}

const REMEDY =
  'save it as UTF-8, or name its encoding in a map (csv.encoding), which diptych holders map --suggest writes';

async function notUtf8(path: string): Promise<UsageError> {
  for await (const { number, bytes } of linesOf(path, MAX_RECORD_BYTES)) {
    if (bytes && !isUtf8(bytes)) return new UsageError(`${path} is not UTF-8: line ${number}; ${REMEDY}`);
  }
  return new UsageError(`${path} is not UTF-8; ${REMEDY}`);
}

/** By the mark at its beginning; undefined without one. */
function utf16Of(head: Buffer): string | undefined {
  if (head.length < 2) return undefined;
  const mark = head.readUInt16BE(0);
  if (mark === 0xfffe) return 'utf-16le';
  return mark === 0xfeff ? 'utf-16be' : undefined;
}

/** Tells whether bytes of another encoding could be UTF-8, which has no such letters by chance. */
function utf8Watch() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [isValid, hasLetters] = [true, false];
  return {
    see(chunk: Buffer): void {
      if (!isValid) return;
      try {
        const text = decoder.decode(chunk, { stream: true });
        hasLetters ||= text.length < chunk.length;
      } catch {
        isValid = false;
      }
    },
    isUtf8: () => isValid && hasLetters,
  };
}

const correct = (path: string, found: string, said: string) =>
  new UsageError(`${path} is ${found}, but the map says ${said}; correct csv.encoding in the map`);

/** @throws UsageError if the mark at the beginning of a file says something else */
function checkMark(path: string, head: Buffer, encoding: string): void {
  const found = utf16Of(head);
  if (found === undefined || found === encoding) return;
  if (encoding !== 'utf-8') throw correct(path, found, encoding);
  throw new UsageError(`${path} is ${found}; ${REMEDY}`);
}

/**
 * SHA-256 of a text file, in hex. @throws UsageError if the file does not have the encoding, because wrong characters would
 * be imported
 */
export async function contentOf(path: string, encoding = 'utf-8'): Promise<string> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder(encoding, { fatal: true });
  const watch = encoding.startsWith('utf') ? undefined : utf8Watch();
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (isFirst) checkMark(path, chunk, encoding);
      isFirst = false;
      hash.update(chunk);
      decoder.decode(chunk, { stream: true });
      watch?.see(chunk);
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw encoding === 'utf-8' ? await notUtf8(path) : new UsageError(`${path} is not ${encoding}`);
  }
  if (watch?.isUtf8()) throw correct(path, 'utf-8', encoding);
  return hash.digest('hex');
}
