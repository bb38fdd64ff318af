import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { withoutApostrophe } from '../../../../conventions/csv.ts';
import { LARGEST, readText } from '../../../bounded-file.ts';
import { UsageError } from '../../../failures.ts';

export interface Row {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The rows of a CSV file. @throws UsageError */
export function rowsOf(path: string): readonly Row[] {
  try {
    const text = readText(path, { most: LARGEST.table, orInput: true });
    // The console exports mappings with its guard against formulas.
    const cast = (text: string) => withoutApostrophe(text);
    const options = {
      columns: true,
      info: true,
      bom: true,
      skip_empty_lines: true,
      trim: true,
      cast,
    } as const;
    const rows = parse(text, options) as unknown as readonly {
      readonly record: Row['cells'];
      readonly info: { readonly lines: number };
    }[];
    return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`${path} is not CSV: ${error.message}`);
    throw error;
  }
}
