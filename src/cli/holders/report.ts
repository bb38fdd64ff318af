import { closeSync, openSync, writeSync } from 'node:fs';
import type { AdminResponse } from '../../admin/registry.ts';
import { UsageError } from '../failures.ts';
import { csvLine } from '../output.ts';

type CheckedHolder = AdminResponse<'checkHolders'>['holders'][number];

/** One line of a report. */
export interface FileProblem {
  readonly place: string;
  readonly id?: string;
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly problem: string;
  /** The kind of problem, if `problem` says more about this record. */
  readonly kind?: string;
  readonly rule?: string;
}

/** Collects the problems of a file. Memory grows with the kinds of problems, not with the records. */
export class FileReport {
  readonly counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  readonly #take: (problem: FileProblem) => void;
  /** Number of failing records by cause. */
  readonly #causes = new Map<string, number>();
  #warned = 0;

  /** `take` is called with every problem as it is found. */
  constructor(take: (problem: FileProblem) => void) {
    this.#take = take;
  }

  get records(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  refuse(problem: Omit<FileProblem, 'severity'>): void {
    this.counts.refused += 1;
    this.#count([problem]);
    this.#take({ ...problem, severity: 'error' });
  }

  add(place: string, { id, result, findings }: CheckedHolder): void {
    this.counts[result] += 1;
    this.#count(findings.filter(({ severity }) => severity === 'error'));
    if (findings.some(({ severity }) => severity === 'warning')) this.#warned += 1;
    for (const { severity, path, problem, rule } of findings) {
      this.#take({ place, id, severity, path, problem, rule });
    }
  }

  /** A record that fails twice for the same cause is counted once. */
  #count(problems: readonly Pick<FileProblem, 'path' | 'problem' | 'kind'>[]): void {
    const causes = new Set(
      problems.map(({ path, problem, kind }) => `${path.replaceAll(/\[\d+\]/g, '[]')} ${kind ?? problem}`),
    );
    for (const cause of causes) this.#causes.set(cause, (this.#causes.get(cause) ?? 0) + 1);
  }

  /** Causes with their number of failing records, the most frequent first. */
  causes(): readonly { readonly cause: string; readonly records: number }[] {
    const causes = [...this.#causes].map(([cause, records]) => ({ cause: cause.trim(), records }));
    return causes.sort((a, b) => b.records - a.records);
  }

  summary() {
    return { records: this.records, ...this.counts, withWarnings: this.#warned, causes: this.causes() };
  }
}

const COLUMNS = ['place', 'id', 'severity', 'path', 'problem', 'rule'] as const;

interface ReportFile {
  take(problem: FileProblem): void;
  close(): void;
}

/** Writes every problem as a line of a CSV file; does nothing without a path. */
export function reportFile(path: string | undefined): ReportFile {
  if (path === undefined) return { take: () => undefined, close: () => undefined };
  let descriptor: number;
  try {
    descriptor = openSync(path, 'w', 0o600);
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
  writeSync(descriptor, csvLine(COLUMNS));
  return {
    take: (problem) => {
      writeSync(descriptor, csvLine(COLUMNS.map((column) => problem[column])));
    },
    close: () => closeSync(descriptor),
  };
}

const number = (count: number) => count.toLocaleString('en').replaceAll(',', '\u202f');
const records = (count: number) => `${number(count)} ${count === 1 ? 'record' : 'records'}`;

export function problemLine({ place, id, severity, path, problem, rule }: FileProblem): string {
  const who = id === undefined ? place : `${place} (${id})`;
  const what = `${path} ${problem}`.trim();
  const clause = rule === undefined ? '' : ` [${rule}]`;
  return `${who}: ${severity === 'warning' ? 'warning: ' : ''}${what}${clause}`;
}

/** The expected result and its problems: `1 204 records would fail: 1 100 …`. */
export function reportText(report: FileReport): string {
  const { created, updated, unchanged, refused } = report.counts;
  const fate = `${records(report.records)}: ${number(created)} new, ${number(updated)} changed, ${number(unchanged)} the same`;
  if (refused === 0) return fate;
  const causes = report.causes().map((one) => `  ${number(one.records).padStart(9)}  ${one.cause}`);
  return [fate, `${records(refused)} would fail:`, ...causes].join('\n');
}
