import { displayWidth, inWidth, startOf } from './display-width.ts';
import { relative } from './relative-time.ts';

/** Width of a table without a terminal. */
const STANDARD = 100;

/** Columns that a cell keeps, so that it still tells something. */
const LEAST = 8;

const GAP = 2;

/** The option of every command that prints a table. */
export const WIDE = ['--wide', 'print tables with all columns, whole ids and exact times'] as const;

export interface TableOptions {
  /** Nothing is cut, and times are exact. */
  readonly wide?: boolean | undefined;
  /** The columns whose cells may be cut; else all. */
  readonly cut?: readonly string[];
  /** The last column is continued on further lines instead of being cut. */
  readonly wrap?: boolean;
  readonly width?: number;
  readonly now?: number;
}

/** A line break or an escape sequence in a cell would spoil the table. */
const oneLine = (text: string) => text.replace(/\p{Cc}/gu, ' ');

type Widths = readonly number[];

const total = (widths: Widths) => widths.reduce((sum, one) => sum + one, GAP * (widths.length - 1));

/** Takes columns from the widest of the cells that may be cut until the table fits. */
function fitted(natural: Widths, least: Widths, width: number): Widths {
  const widths = [...natural];
  while (total(widths) > width) {
    const spare = widths.map((one, at) => (one > (least[at] ?? 0) ? one : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (spare[widest] === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** A word in parts of at most `width` columns. */
function partsOf(word: string, width: number): readonly string[] {
  const part = startOf(word, width);
  return part === '' || part === word ? [word] : [part, ...partsOf(word.slice(part.length), width)];
}

/** A text as lines of at most `width` columns, broken at spaces where possible. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => partsOf(one, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

const INDENT = '  ';

/** The columns in runs that each fit into the width. */
function runsOf(least: Widths, width: number): readonly (readonly number[])[] {
  const runs: number[][] = [[]];
  for (const at of least.keys()) {
    const run = runs.at(-1) ?? [];
    const longer = [...run, at];
    const room = width - (runs.length > 1 ? INDENT.length : 0);
    if (run.length > 0 && total(longer.map((one) => least[one] ?? 0)) > room) runs.push([at]);
    else run.push(at);
  }
  return runs;
}

/** Rows with more columns than fit go on in further, indented lines, and so do the headings. */
function folded(rows: readonly (readonly string[])[], natural: Widths, least: Widths, width: number): string {
  const runs = runsOf(least, width).map((columns, at) => {
    const indent = at > 0 ? INDENT : '';
    const of = (widths: Widths) => columns.map((one) => widths[one] ?? 0);
    return { columns, indent, widths: fitted(of(natural), of(least), width - indent.length) };
  });
  const linesOf = (row: readonly string[]) =>
    runs.map(({ columns, indent, widths }) => {
      const cells = columns.map((column, at) => inWidth(row[column] ?? '', widths[at] ?? 0));
      return `${indent}${cells.join(' '.repeat(GAP))}`.trimEnd();
    });
  return rows.flatMap(linesOf).join('\n');
}

/**
 * A table that fits the terminal, or 100 columns without one: long cells are cut with an ellipsis, times are relative.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  {
    wide = false,
    cut = headings,
    wrap = false,
    width = process.stdout.isTTY ? process.stdout.columns : STANDARD,
    now = Date.now(),
  }: TableOptions = {},
): string {
  const cells = rows.map((row) => row.map((text) => (wide ? oneLine(text) : relative(oneLine(text), now))));
  const natural = headings.map((heading, at) =>
    Math.max(displayWidth(heading), ...cells.map((row) => displayWidth(row[at] ?? ''))),
  );
  const least = headings.map((heading, at) =>
    cut.includes(heading) ? Math.max(LEAST, displayWidth(heading)) : (natural[at] ?? 0),
  );
  const heads = headings.map((heading) => heading.toUpperCase());
  if (!wide && !wrap && total(least) > width) return folded([heads, ...cells], natural, least, width);
  const widths = wide ? natural : fitted(natural, least, width);
  const line = (row: readonly string[]) =>
    row
      .map((text, at) => inWidth(text, widths[at] ?? 0))
      .join(' '.repeat(GAP))
      .trimEnd();
  const lines = (row: readonly string[]) => {
    const last = row.length - 1;
    const parts = wrap ? wrapped(row[last] ?? '', widths[last] ?? 0) : [row[last] ?? ''];
    const before = row.slice(0, -1);
    return parts.map((part, at) => line([...before.map((text) => (at === 0 ? text : '')), part]));
  };
  return [line(heads), ...cells.flatMap(lines)].join('\n');
}
