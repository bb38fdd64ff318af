import { availableParallelism, cpus } from 'node:os';
import type { Series } from './measure.ts';
import { type Clock, ratio, type Summary, summaryOf } from './series.ts';

export interface Row {
  readonly group: string;
  readonly name: string;
  readonly cost: Series;
}

/** How fast one row is beside another; with `atLeast` it is a goal, else it informs. */
export interface Comparison {
  readonly goal?: string;
  readonly name: string;
  readonly ours: Series;
  readonly other: Series;
  readonly atLeast?: number;
  /** What the goal is for: CPU, or wall where most of the time is waiting for the disk. */
  readonly by?: Clock;
}

/** Most that one figure of a line may be. */
interface Bound {
  readonly goal: string;
  /** Place of the figure. */
  readonly column: number;
  readonly atMost: number;
}

export interface FigureLine {
  readonly group: string;
  readonly name: string;
  readonly figures: readonly number[];
  readonly bound?: Bound;
}

/** Figures in units of their own, which the columns name. */
export interface FigureTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly lines: readonly FigureLine[];
}

export interface Report {
  readonly title: string;
  /** What one run makes. */
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
    /** Whether the figure keeps its bound. */
    readonly met?: boolean;
  })[];
}

/** A report as plain data. */
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

export function findings(report: Report, rounds: number): Findings {
  const { title, unit, notes, rows, comparisons, figures = [] } = report;
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
  };
}
