/** Spreadsheets run cells with these first characters as formulas. */
const STARTS_FORMULA = /^[=+\-@\t\r]/;

/** Removes the apostrophe that `csvCell` puts before a formula. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && STARTS_FORMULA.test(text.slice(1)) ? text.slice(1) : text;

/** A cell of CSV (RFC 4180) that a spreadsheet shows as text. */
export function csvCell(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  const safe = STARTS_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export const csvText = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, ...rows].map(csvLine).join('');
