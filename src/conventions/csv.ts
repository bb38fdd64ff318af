const SEPARATOR_LINE = /^\ufeff?"?sep=([,;|\t])"?(?:\r\n|\r|\n)/i;

/** The separator that the first line of a CSV file names for Excel: reporting tools write `sep=;` before the headings. */
export const namedSeparator = (text: string): string | undefined => SEPARATOR_LINE.exec(text)?.[1];

/**
 * Spreadsheets calculate a cell that begins with one of these, whoever wrote it; some do so with the wide forms that
 * keyboards of East Asia write.
 */
const STARTS_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Calculated or not, it is the same. */
const NUMBER = /^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const isFormula = (text: string) => STARTS_FORMULA.test(text) && !NUMBER.test(text);

/** Removes the apostrophe that `csvRow` puts before a formula. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;

/** RFC 4180 2: a cell with a comma, a quote or a line break is quoted. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  const inert = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A row of CSV without its line break. Spreadsheets show each cell as it is. An absent cell is empty. */
export const csvRow = (cells: readonly unknown[]): string => cells.map(cell).join(',');
