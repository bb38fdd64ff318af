import { availableParallelism, cpus } from 'node:os';
import type { Series } from './measure.ts';
import { type Clock, ratio, type Summary, summaryOf } from './series.ts';

export interface Row {
  readonly group: string;
  readonly name: string;
  readonly cost: Series;
}

/** The ratio of the speeds of two rows. With `atLeast` it is a goal; otherwise it is only reported. */
export interface Comparison {
  readonly goal?: string;
  readonly name: string;
  readonly ours: Series;
  readonly other: Series;
  readonly atLeast?: number;
  /** The clock of the goal: CPU time, or wall time if most of the time is spent waiting for the disk. */
  readonly by?: Clock;
  /** Whether the report ends with a warning if the goal is missed. */
  readonly warns?: true;
}

/** Maximum value of one column of a table row. */
interface Bound {
  readonly goal: string;
  /** Index of the column. */
  readonly column: number;
  readonly atMost: number;
}

export interface FigureLine {
  readonly group: string;
  readonly name: string;
  readonly figures: readonly number[];
  readonly bound?: Bound;
}

/** Figures with different units, named in the column headings. */
export interface FigureTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly lines: readonly FigureLine[];
}

export interface Report {
  readonly title: string;
  /** What one run produces. */
  readonly unit: string;
  readonly notes: readonly string[];
  readonly rows: readonly Row[];
  readonly comparisons: readonly Comparison[];
  readonly figures?: readonly FigureTable[];
}

interface MeasuredRow {
  readonly group: string;
  readonly name: string;
  /** Microseconds. */
  readonly cpu: Summary;
  readonly wall: Summary;
}

interface MeasuredRatio {
  readonly goal?: string;
  readonly name: string;
  readonly cpu: Summary;
  readonly wall: Summary;
  readonly atLeast?: number;
  readonly by?: Clock;
  /** Whether the median ratio by this clock reaches the goal. */
  readonly met?: boolean;
}

interface MeasuredTable extends FigureTable {
  readonly lines: readonly (FigureLine & {
    /** Whether the figure stays within its limit. */
    readonly met?: boolean;
  })[];
}

/** A report as plain data, without formatting. */
export interface Findings {
  readonly title: string;
  readonly unit: string;
  readonly machine: string;
  readonly node: string;
  readonly rounds: number;
  readonly notes: readonly string[];
  readonly rows: readonly MeasuredRow[];
  readonly ratios: readonly MeasuredRatio[];
  readonly figures: readonly MeasuredTable[];
  /** Undefined if no comparison warns, or in a trial. */
  readonly warnings?: readonly string[];
}

function measuredRatio({ goal, name, ours, other, atLeast, by = 'cpu' }: Comparison): MeasuredRatio {
  const ratios = { cpu: ratio(ours, other, 'cpu'), wall: ratio(ours, other, 'wall') };
  return {
    ...(goal === undefined ? {} : { goal }),
    name,
    ...ratios,
    ...(atLeast === undefined ? {} : { atLeast, by, met: ratios[by].median >= atLeast }),
  };
}

const measuredTable = ({ lines, ...table }: FigureTable): MeasuredTable => ({
  ...table,
  lines: lines.map((line) => {
    const { figures, bound } = line;
    return bound ? { ...line, met: figures[bound.column]! <= bound.atMost } : line;
  }),
});

const fixed = (value: number) => value.toFixed(2);

/** By CPU time, which other programs change least. */
function warningsOf(comparisons: readonly Comparison[]): readonly string[] {
  return comparisons.flatMap((comparison) => {
    const { name, atLeast, cpu, met } = measuredRatio(comparison);
    if (met !== false) return [];
    return `${name} is ${fixed(cpu.median)}, below ${atLeast} (single rounds ${fixed(cpu.min)} to ${fixed(cpu.max)})`;
  });
}

export function findings(report: Report, rounds: number): Findings {
  const { title, unit, notes, rows, comparisons, figures = [] } = report;
  const warning = comparisons.filter(({ warns }) => warns);
  return {
    title,
    unit,
    machine: `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores`,
    node: process.version,
    rounds,
    notes,
    rows: rows.map(({ group, name, cost }) => ({
      group,
      name,
      cpu: summaryOf(cost, 'cpu'),
      wall: summaryOf(cost, 'wall'),
    })),
    ratios: comparisons.map(measuredRatio),
    figures: figures.map(measuredTable),
    ...(warning.length > 0 && rounds > 1 && { warnings: warningsOf(warning) }),
  };
}
