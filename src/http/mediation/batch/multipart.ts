/** A boundary of a multipart body (RFC 2046 5.1.1). */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

export const isBoundary = (text: string): boolean => BOUNDARY.test(text);

const LF = 0x0a;
const CR = 0x0d;
const HYPHEN = 0x2d;

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

interface Delimiter {
  /** Start of the next line. */
  readonly next: number;
  readonly closing: boolean;
}

/** The delimiter on the line at `start`, which may only be followed by blanks. */
function delimiterAt(body: Buffer, start: number, dashed: Buffer): Delimiter | undefined {
  for (let index = 0; index < dashed.length; index += 1) {
    if (body[start + index] !== dashed[index]) return undefined;
  }
  let at = start + dashed.length;
  const closing = body[at] === HYPHEN && body[at + 1] === HYPHEN;
  if (closing) at += 2;
  while (isBlank(body[at])) at += 1;
  if (at >= body.length) return { next: at, closing };
  if (body[at] === CR) at += 1;
  return body[at] === LF ? { next: at + 1, closing } : undefined;
}

/** Start of the next line that may be a delimiter, or the end. */
function dashedLine(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length && !(body[at] === HYPHEN && (at === 0 || body[at - 1] === LF))) at += 1;
  return at;
}

/** The bytes without their final line break. */
function withoutLineEnd(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== LF) return bytes;
  return bytes.subarray(0, bytes.at(-2) === CR ? -2 : -1);
}

/**
 * The parts of a multipart body between its first delimiter and the closing one. Lines may end without CR, as
 * Python writes them. Undefined if the closing delimiter is missing. Returns at most `most` + 1 parts. Reads
 * each line once and copies nothing.
 */
export function partsOf(body: Buffer, boundary: string, most: number): readonly Buffer[] | undefined {
  const dashed = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let start: number | undefined;
  let line = dashedLine(body, 0);
  while (line < body.length) {
    const delimiter = delimiterAt(body, line, dashed);
    if (delimiter) {
      // The line break before a delimiter belongs to the delimiter.
      if (start !== undefined) parts.push(withoutLineEnd(body.subarray(start, line)));
      if (delimiter.closing || parts.length > most) return parts;
      start = delimiter.next;
    }
    line = dashedLine(body, delimiter?.next ?? line + 1);
  }
  return undefined;
}

export interface Section {
  /** The first line without its line break; '' if the section starts with a header. */
  readonly firstLine: string;
  /** Headers by lower-case name; values of repeated headers are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly content: Buffer;
}

/** Why the head of a section is refused. */
export type Flaw = 'NOT_A_HEADER' | 'HEAD_TOO_LARGE';

/** The same limit as for the head of a single request. A mask for all lines of a full group fits. */
export const MOST_HEAD_BYTES = 65_536;

/** Client libraries send fewer than 20. */
export const MOST_HEAD_LINES = 100;

/** Names and values of headers (RFC 9110 5.1, 5.5). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

interface Head {
  readonly lines: readonly Buffer[];
  readonly content: Buffer;
}

/** The lines up to the first empty line, and the bytes after it. */
function headOf(bytes: Buffer): Head | undefined {
  const lines: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    // Lines are read only up to the limit of the head.
    const line = bytes.subarray(start, MOST_HEAD_BYTES);
    const found = line.indexOf(LF);
    const end = found < 0 ? bytes.length : start + found + 1;
    if (end > MOST_HEAD_BYTES) return undefined;
    const text = withoutLineEnd(bytes.subarray(start, end));
    start = end;
    if (text.length === 0) break;
    if (lines.length === MOST_HEAD_LINES) return undefined;
    lines.push(text);
  }
  return { lines, content: bytes.subarray(start) };
}

/**
 * Headers by name, each with its values. A line that starts with a blank continues the previous one (RFC 5322
 * 2.2.3).
 */
function valuesOf(lines: readonly Buffer[]): ReadonlyMap<string, readonly string[]> | undefined {
  const unfolded: string[][] = [];
  for (const line of lines) {
    const text = line.toString('latin1');
    if (!isBlank(line[0])) unfolded.push([text]);
    else if (unfolded.length === 0) return undefined;
    else unfolded.at(-1)?.push(text);
  }
  const values = new Map<string, string[]>();
  for (const header of unfolded) {
    const text = header.join('');
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = text.slice(colon + 1);
    if (!NAME.test(name) || !VALUE.test(value)) return undefined;
    values.set(name, [...(values.get(name) ?? []), value.trim()]);
  }
  return values;
}

/** Parses a section: a first line if `startsWithLine`, headers, and content. */
export function sectionOf(bytes: Buffer, startsWithLine: boolean): Section | Flaw {
  const head = headOf(bytes);
  if (!head) return 'HEAD_TOO_LARGE';
  const { lines, content } = head;
  const values = valuesOf(startsWithLine ? lines.slice(1) : lines);
  if (!values) return 'NOT_A_HEADER';
  const headers = new Map([...values].map(([name, all]) => [name, all.join(', ')]));
  return { firstLine: startsWithLine ? (lines[0]?.toString('latin1') ?? '') : '', headers, content };
}
