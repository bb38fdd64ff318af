/** What is wrong with a cell. The message goes on where the cell was quoted. */
export class CellError extends Error {}

const LONGEST = 40;

/** A cell as messages quote it: shortened, and without what a terminal would not print. */
export function quoted(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `“${shown.replaceAll(/\p{C}/gu, '\ufffd')}”`;
}
