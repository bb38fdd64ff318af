import { oneLine } from '../../conventions/printable.ts';
import { displayWidth, inWidth } from './display-width.ts';
import { relative } from './time-text.ts';
import { wrapped } from './wrapped.ts';

/** Width of a table without a terminal. */
const STANDARD_WIDTH = 100;

/** Columns that a cell keeps, so that it still tells something. */
const LEAST_WIDTH = 8;

/** Columns of a cell that is continued: text of fewer is hard to read. */
const LEAST_TEXT_WIDTH = 24;

/** Columns that an id keeps if no command completes a cut one: room for a UUID. Callers may choose longer ones. */
const LEAST_ID_WIDTH = 36;

const GAP = 2;

export interface TableOptions {
  /** Nothing is cut, and times are exact. */
  readonly wide?: boolean | undefined;
  /** The columns whose cells may be cut; else all. */
  readonly cut?: readonly string[];
  /** Of these, the columns with ids that no command completes: they are cut only if they are very long. */
  readonly ids?: readonly string[];
  /** The last column is continued on further lines instead of being cut. */
  readonly wrap?: boolean;
  readonly width?: number;
  readonly now?: number;
}

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

const lineOf = (cells: readonly string[], widths: Widths) =>
  cells
    .map((text, at) => inWidth(text, widths[at] ?? 0))
    .join(' '.repeat(GAP))
    .trimEnd();

/** A row in its columns; with `wrap`, the last cell goes on in further lines. */
function linesIn(row: readonly string[], widths: Widths, wrap: boolean): readonly string[] {
  if (!wrap) return [lineOf(row, widths)];
  const before = row.slice(0, -1);
  const parts = wrapped(row.at(-1) ?? '', widths[row.length - 1] ?? 0);
  return parts.map((part, at) => lineOf([...before.map((text) => (at === 0 ? text : '')), part], widths));
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

interface Sizes {
  readonly natural: Widths;
  readonly least: Widths;
  readonly width: number;
  readonly wrap: boolean;
}

/** Rows with more columns than fit go on in further, indented lines, and so do the headings. */
function folded(rows: readonly (readonly string[])[], { natural, least, width, wrap }: Sizes): string {
  const runs = runsOf(least, width).map((columns, at) => {
    const indent = at > 0 ? INDENT : '';
    const of = (widths: Widths) => columns.map((one) => widths[one] ?? 0);
    return { columns, indent, widths: fitted(of(natural), of(least), width - indent.length) };
  });
  const linesOf = (row: readonly string[]) =>
    runs.flatMap(({ columns, indent, widths }, at) =>
      linesIn(
        columns.map((column) => row[column] ?? ''),
        widths,
        wrap && at === runs.length - 1,
      ).map((line) => `${indent}${line}`),
    );
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
    ids = [],
    wrap = false,
    width = process.stdout.isTTY ? process.stdout.columns : STANDARD_WIDTH,
    now = Date.now(),
  }: TableOptions = {},
): string {
  const cells = rows.map((row) => row.map((text) => (wide ? oneLine(text) : relative(oneLine(text), now))));
  const natural = headings.map((heading, at) =>
    Math.max(displayWidth(heading), ...cells.map((row) => displayWidth(row[at] ?? ''))),
  );
  const least = headings.map((heading, at) => {
    const full = natural[at] ?? 0;
    const isText = wrap && at === headings.length - 1;
    const some = isText ? LEAST_TEXT_WIDTH : ids.includes(heading) ? LEAST_ID_WIDTH : LEAST_WIDTH;
    return cut.includes(heading) ? Math.min(full, Math.max(some, displayWidth(heading))) : full;
  });
  const heads = headings.map((heading) => heading.toUpperCase());
  if (!wide && total(least) > width) return folded([heads, ...cells], { natural, least, width, wrap });
  const widths = wide ? natural : fitted(natural, least, width);
  return [heads, ...cells].flatMap((row) => linesIn(row, widths, wrap)).join('\n');
}
