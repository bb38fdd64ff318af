import { isBlank, LF, withoutLineEnd } from './multipart.ts';

export interface Section {
  /** Without its line end; '' where the section begins with a header. */
  readonly firstLine: string;
  /** By lower-case name; repeated ones are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly content: Buffer;
}

/** What is wrong with the head of a section. */
export type Flaw = 'NOT_A_HEADER' | 'HEAD_TOO_LARGE';

/** As large as the head of a request by itself may be: a mask for all lines of a full group fits. */
export const MOST_HEAD_BYTES = 65_536;

/** Client libraries send fewer than 20. */
export const MOST_HEAD_LINES = 100;

/** RFC 9110 5.1, 5.5. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

interface Head {
  readonly lines: readonly Buffer[];
  readonly content: Buffer;
}

/** The lines up to the first empty one, and what follows it. */
function headOf(bytes: Buffer): Head | undefined {
  const lines: Buffer[] = [];
  let start = 0;
  while (start < bytes.length) {
    // Past the largest head nobody looks.
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

/** Headers by name, each with its values. A line that begins with a blank goes on with the one before it (RFC 5322 2.2.3). */
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

/** Headers, after one other line where `startsWithLine`, then content. */
export function sectionOf(bytes: Buffer, startsWithLine: boolean): Section | Flaw {
  const head = headOf(bytes);
  if (!head) return 'HEAD_TOO_LARGE';
  const { lines, content } = head;
  const values = valuesOf(startsWithLine ? lines.slice(1) : lines);
  if (!values) return 'NOT_A_HEADER';
  const headers = new Map([...values].map(([name, all]) => [name, all.join(', ')]));
  return { firstLine: startsWithLine ? (lines[0]?.toString('latin1') ?? '') : '', headers, content };
}
