import { UsageError } from '../../cli-errors.ts';
import { csvRows, headOf, separatorIn } from '../csv.ts';
import { DELIMITERS } from '../map/schema.ts';
import { requireFile } from '../text-file.ts';
import { contentsOf } from './column-contents.ts';
import { guessedEncoding } from './encoding.ts';

const HEAD = 64 * 1024;
const MOST_ROWS = 500;

export interface Sample {
  readonly delimiter: (typeof DELIMITERS)[number];
  readonly encoding: string;
  /** If the encoding is a guess: the letters beyond ASCII that the file then has. */
  readonly letters?: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function isUtf8(head: Buffer): boolean {
  try {
    // A character may be cut at the end of the part that was read.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** In most languages the first byte of most letters of UTF-16 is 0, or the second one. */
function utf16Of(head: Buffer): string {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  return first > second ? 'utf-16be' : 'utf-16le';
}

function encodingOf(head: Buffer): Pick<Sample, 'encoding' | 'letters'> {
  if (head.includes(0)) return { encoding: utf16Of(head) };
  return isUtf8(head) ? { encoding: 'utf-8' } : guessedEncoding(head);
}

function delimiterOf(head: Buffer, encoding: string): Sample['delimiter'] {
  const named = separatorIn(head, encoding);
  const known = DELIMITERS.find((delimiter) => delimiter === named);
  if (known !== undefined) return known;
  const [line = ''] = new TextDecoder(encoding).decode(head).split('\n');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.delimiter ?? ',';
}

/** A date, a number or the name of an image is no heading: the first line is a record, which must not come into a map. */
function isValue(heading: string): boolean {
  const { dates, isImage, isNumber } = contentsOf([heading]);
  return isImage || isNumber || dates.length > 0;
}

/** The headings and the first rows of a CSV file of any encoding and delimiter. */
export async function sampleOf(path: string): Promise<Sample> {
  requireFile(path);
  const head = headOf(path, HEAD);
  const { encoding, ...guess } = encodingOf(head);
  const delimiter = delimiterOf(head, encoding);
  const rows: (readonly string[])[] = [];
  for await (const { cells } of csvRows(path, { delimiter, encoding }).rows) {
    rows.push(cells);
    if (rows.length > MOST_ROWS) break;
  }
  const headings = rows.shift() ?? [];
  if (headings.length < 2) throw new UsageError(`${path} has no columns`);
  if (headings.some(isValue))
    throw new UsageError(`the first line of ${path} must have headings, not a record`);
  return { delimiter, encoding, ...guess, headings, rows };
}
