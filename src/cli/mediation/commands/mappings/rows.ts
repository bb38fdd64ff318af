import { withoutApostrophe } from '../../../../conventions/csv.ts';
import { LARGEST, readText } from '../../../bounded-file.ts';
import { csvTable } from '../../../csv.ts';

export interface Row {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of a CSV file below its heading line. @throws UsageError */
export function rowsOf(path: string): readonly Row[] {
  const text = readText(path, { most: LARGEST.table, orInput: true });
  const [head, ...rows] = csvTable(path, text, { trims: true, isRectangular: true });
  const headings = head?.cells ?? [];
  // The console exports mappings with its guard against formulas.
  const cellsOf = (cells: readonly string[]) =>
    Object.fromEntries(cells.map((cell, index) => [headings[index], withoutApostrophe(cell)]));
  return rows.map(({ line, cells }) => ({ line, cells: cellsOf(cells) }));
}
