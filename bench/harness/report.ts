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

export interface Report {
  readonly title: string;
  /** What one run makes. */
  readonly unit: string;
  readonly notes: readonly string[];
  readonly rows: readonly Row[];
  readonly comparisons: readonly Comparison[];
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

export function findings(report: Report, rounds: number): Findings {
  const { title, unit, notes, rows, comparisons } = report;
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
  };
}
