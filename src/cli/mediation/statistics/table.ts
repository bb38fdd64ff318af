import type { CsvRow } from '../../../client/csv.ts';
import { namedSeparator } from '../../../conventions/csv.ts';
import { LARGEST, readBytes } from '../../bounded-file.ts';
import { UsageError } from '../../cli-errors.ts';
import { csvTable } from '../../csv.ts';

/** A table of a file, and how it was read. */
export interface Table {
  readonly rows: readonly CsvRow[];
  /** A label of the Encoding Standard. */
  readonly encoding: string;
  readonly separator: string;
}

const SEPARATORS = [',', ';', '\t', '|'];

const SEPARATOR_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** “utf-16le with tabs” */
export const tableText = ({ encoding, separator }: Pick<Table, 'encoding' | 'separator'>): string =>
  `${encoding} with ${SEPARATOR_NAMES[separator] ?? `“${separator}”`}`;

/** Zero bytes say more than the mark at the beginning, which some programs leave out. */
function encodingOf(bytes: Buffer): string {
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark === 0xfffe || zeros[1]! > zeros[0]!) return 'utf-16le';
  if (mark === 0xfeff || zeros[0]! > 0) return 'utf-16be';
  return 'utf-8';
}

function decoded(bytes: Buffer, path: string): { readonly text: string; readonly encoding: string } {
  const encoding = encodingOf(bytes);
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    if (encoding !== 'utf-8') throw new UsageError(`${path} is not ${encoding}; save it as UTF-8`);
    // Headings and numbers are the same in all code pages; a name of which a letter is another one is not found.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const outside = line.replaceAll(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((separator) => outside.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

/** Reads a table of any usual encoding and separator. @throws UsageError */
export function readTable(path: string): Table {
  const { text, encoding } = decoded(readBytes(path, { most: LARGEST.table, orInput: true }), path);
  const separator = namedSeparator(text) ?? separatorOf(text);
  const rows = csvTable(path, text, { separator, trims: true, isRectangular: true });
  return { rows, encoding, separator };
}
