import { csvRow } from '../../../src/conventions/csv.ts';

export const csvText = (head: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [head, ...rows].map((row) => `${csvRow(row)}\r\n`).join('');
