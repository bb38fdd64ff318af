/** RFC 2046 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

export const isBoundary = (text: string): boolean => BOUNDARY.test(text);

/**
 * The parts of a multipart body between its first delimiter and the closing one, a byte for each character. Lines may
 * end without CR, as Python writes them. Undefined where the closing delimiter is missing; reads no more than `most` + 1.
 */
export function partsOf(text: string, boundary: string, most: number): readonly string[] | undefined {
  const escaped = boundary.replace(/\W/g, '\\$&');
  const delimiters = new RegExp(`(?<=^|\\n)--${escaped}(--)?[ \\t]*(?:\\r?\\n|$)`, 'g');
  const parts: string[] = [];
  let start: number | undefined;
  for (const { 0: line, 1: closing, index } of text.matchAll(delimiters)) {
    // The line end before a delimiter belongs to it.
    if (start !== undefined) parts.push(text.slice(start, index).replace(/\r?\n$/, ''));
    if (closing !== undefined || parts.length > most) return parts;
    start = index + line.length;
  }
  return undefined;
}

export interface Section {
  /** Without its line end; '' where the section begins with a header. */
  readonly firstLine: string;
  /** By lower-case name; repeated ones are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly content: string;
}

/** RFC 9110 5.1, 5.5. */
const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;

/** The lines up to the first empty one, and what follows it. */
function divided(text: string): readonly [string, string] {
  const end = /^\r?\n|\r?\n\r?\n|\r?\n$/.exec(text);
  return end ? [text.slice(0, end.index), text.slice(end.index + end[0].length)] : [text, ''];
}

/** Headers, after one other line where `startsWithLine`, then content. Undefined where a line is no header. */
export function sectionOf(text: string, startsWithLine: boolean): Section | undefined {
  const [head, content] = divided(text);
  // A line that begins with a space goes on with the one before it (RFC 5322 2.2.3).
  const lines = head.replace(/\r?\n(?=[ \t])/g, '').split(/\r?\n/);
  const firstLine = startsWithLine ? (lines.shift() ?? '') : '';
  const headers = new Map<string, string>();
  for (const line of lines.filter((one) => one !== '')) {
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    if (name === undefined) return undefined;
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value.trim() : `${before}, ${value.trim()}`);
  }
  return { firstLine, headers, content };
}
