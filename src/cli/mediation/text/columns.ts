import { table } from '../../output.ts';

/** Width of a table without a terminal. */
const STANDARD = 80;

/** Width that a column keeps, so that its cells still tell something. */
const LEAST = 8;

const cut = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/**
 * A table that fits the terminal. `flexible` names the columns whose cells may be cut, the widest first; ids and
 * amounts are never cut.
 */
export function columns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  flexible: readonly string[] = [],
  width: number = process.stdout.isTTY ? process.stdout.columns : STANDARD,
): string {
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const places = flexible.map((heading) => headings.indexOf(heading));
  const total = () => widths.reduce((sum, one) => sum + one, 2 * (widths.length - 1));
  while (total() > width) {
    const widest = places.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), places[0] ?? -1);
    const now = widths[widest];
    if (now === undefined || now <= LEAST) break;
    widths[widest] = now - 1;
  }
  return table(
    headings,
    rows.map((row) => row.map((cell, at) => cut(cell, widths[at] ?? cell.length))),
  );
}
