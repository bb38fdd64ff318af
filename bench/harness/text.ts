import type { Findings } from './report.ts';

type Line = readonly string[];

/** Aligns the first column left and numbers right. A row with one cell is a heading. */
function table(lines: readonly Line[]): string {
  const widths: number[] = [];
  for (const line of lines) {
    if (line.length === 1) continue;
    line.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!);
  return lines
    .map((line) => (line.length === 1 ? line[0]! : line.map(padded).join('  ').trimEnd()))
    .join('\n');
}

const number = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

/** Prints each group below a heading with its name. */
function grouped<Row extends { readonly group: string; readonly name: string }>(
  head: Line,
  rows: readonly Row[],
  cells: (row: Row) => Line,
): string {
  const lines: Line[] = [head];
  let group = '';
  for (const row of rows) {
    if (row.group !== group) lines.push([row.group]);
    group = row.group;
    lines.push([`  ${row.name}`, ...cells(row)]);
  }
  return table(lines);
}

const costs = ({ unit, rows }: Findings): string =>
  grouped([`µs per ${unit}`, 'CPU median', 'min', 'max', 'wall median'], rows, ({ cpu, wall }) =>
    [cpu.median, cpu.min, cpu.max, wall.median].map(number),
  );

const figureTable = ({ title, columns, lines }: Findings['figures'][number]): string =>
  grouped([title, ...columns], lines, ({ figures, bound, met }) => {
    const verdict = bound ? [`${bound.goal} <= ${bound.atMost}`, met ? 'met' : 'missed'] : [];
    return [...figures.map(number), ...verdict];
  });

function ratios(found: Findings): string {
  const lines: Line[] = [['times as fast', 'CPU median', 'min', 'max', 'wall median', 'goal', '']];
  for (const { goal, name, cpu, wall, atLeast, by, met } of found.ratios) {
    const cells = [cpu.median, cpu.min, cpu.max, wall.median].map((value) => value.toFixed(2));
    const verdict =
      atLeast === undefined
        ? ['', '']
        : [`>= ${atLeast}${by === 'wall' ? ' wall' : ''}`, met ? 'met' : 'missed'];
    lines.push([`  ${goal === undefined ? '  ' : goal} ${name}`, ...cells, ...verdict]);
  }
  return table(lines);
}

/** One line for each warning, at the end, where it is seen first. */
const verdict = (warnings: readonly string[]): string =>
  warnings.length === 0 ? 'no warning' : warnings.map((warning) => `warning: ${warning}`).join('\n');

export function asText(found: Findings): string {
  const { title, machine, node, rounds, notes, warnings } = found;
  const where = `${machine} · Node ${node} · ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`;
  const parts = [[title, where, ...notes].join('\n'), costs(found), ratios(found)];
  parts.push(...found.figures.map(figureTable));
  if (warnings) parts.push(verdict(warnings));
  return `${parts.join('\n\n')}\n`;
}
