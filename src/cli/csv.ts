/** RFC 4180 2: a cell with a comma, a quote or a line break stands in quotes. */
const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line of a CSV file; an absent cell is an empty one. */
export const csvLine = (cells: readonly (string | undefined)[]): string =>
  `${cells.map((text = '') => cell(text)).join(',')}\n`;
