/** RFC 2046 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

export const isBoundary = (text: string): boolean => BOUNDARY.test(text);

export const LF = 0x0a;
export const CR = 0x0d;
const HYPHEN = 0x2d;

export const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

interface Delimiter {
  /** Where the line after it begins. */
  readonly next: number;
  readonly closing: boolean;
}

/** The delimiter on the line that begins at `start`; nothing else is on that line but blanks at its end. */
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

/** Where the next line begins that may be a delimiter; the end where there is none. */
function dashedLine(body: Buffer, from: number): number {
  let at = from;
  while (at < body.length && !(body[at] === HYPHEN && (at === 0 || body[at - 1] === LF))) at += 1;
  return at;
}

/** Bytes without the line end that they end with. */
export function withoutLineEnd(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== LF) return bytes;
  return bytes.subarray(0, bytes.at(-2) === CR ? -2 : -1);
}

/**
 * The parts of a multipart body between its first delimiter and the closing one. Lines may end without CR, as Python
 * writes them. Undefined where the closing delimiter is missing; reads no more than `most` + 1. Takes one look at each
 * line, and copies nothing.
 */
export function partsOf(body: Buffer, boundary: string, most: number): readonly Buffer[] | undefined {
  const dashed = Buffer.from(`--${boundary}`, 'latin1');
  const parts: Buffer[] = [];
  let start: number | undefined;
  let line = dashedLine(body, 0);
  while (line < body.length) {
    const delimiter = delimiterAt(body, line, dashed);
    if (delimiter) {
      // The line end before a delimiter belongs to it.
      if (start !== undefined) parts.push(withoutLineEnd(body.subarray(start, line)));
      if (delimiter.closing || parts.length > most) return parts;
      start = delimiter.next;
    }
    line = dashedLine(body, delimiter?.next ?? line + 1);
  }
  return undefined;
}
