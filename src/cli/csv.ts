import { type CsvOptions, CsvProblem, type CsvRow, readCsv } from '../client/csv.ts';
import { MAX_RECORD_BYTES } from '../client/import/chunks.ts';
import { UsageError } from './cli-errors.ts';

const PROBLEMS: Readonly<Record<CsvProblem['kind'], string>> = {
  tooLong: `is longer than ${MAX_RECORD_BYTES} bytes, or a quote is not closed`,
  quoteOpen: 'has a quote that is not closed',
  quoteInQuoted: 'has a quote inside a quoted cell; write it twice',
  quoteInside: 'has a quote inside a cell; put the cell in quotes and write it twice',
  cells: 'has more or fewer cells than the first line',
};

/** Says what is wrong with a CSV file, and where. */
export const csvError = (path: string, error: unknown): unknown =>
  error instanceof CsvProblem
    ? new UsageError(`${path} is not CSV: line ${error.line} ${PROBLEMS[error.kind]}`)
    : error;

/** The rows of a text of a file. @throws UsageError */
export function csvTable(path: string, text: string, options?: CsvOptions): readonly CsvRow[] {
  try {
    return readCsv(text, options);
  } catch (error) {
    throw csvError(path, error);
  }
}
