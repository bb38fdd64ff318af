import { closeSync, openSync, writeSync } from 'node:fs';
import type { AdminResponse } from '../../admin/registry.ts';
import { UsageError } from '../failures.ts';
import { csvLine } from '../output.ts';
import { countedRecords, grouped } from './pace.ts';
import type { RecordProblem } from './text-file.ts';

export type CheckedHolder = AdminResponse<'checkHolders'>['holders'][number];

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

/** The value of a path with a problem is not sent, so the server misses it: that is no second problem. */
const isWithin = (path: string, whole: string) =>
  path === whole || path.startsWith(`${whole}.`) || path.startsWith(`${whole}[`);

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

  /** A record that cannot be sent to the server. */
  refuse(who: Pick<FileProblem, 'place' | 'id'>, problems: readonly RecordProblem[]): void {
    this.counts.refused += 1;
    this.#count(problems);
    for (const problem of problems) this.#take({ ...who, ...problem, severity: 'error' });
  }

  /** A record that the server checked; `problems` were found before. */
  add(
    who: Pick<FileProblem, 'place' | 'id'>,
    { result, findings }: Omit<CheckedHolder, 'id'>,
    problems: readonly RecordProblem[],
  ): void {
    const others = findings.filter(({ path }) => !problems.some((one) => isWithin(path, one.path)));
    this.counts[problems.length > 0 ? 'refused' : result] += 1;
    this.#count([...problems, ...others.filter(({ severity }) => severity === 'error')]);
    if (others.some(({ severity }) => severity === 'warning')) this.#warned += 1;
    for (const problem of problems) this.#take({ ...who, severity: 'error', ...problem });
    for (const { severity, path, problem, rule } of others) {
      this.#take({ ...who, severity, path, problem, rule });
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

/** Spreadsheets calculate a cell that begins with one of these, and ids come from the imported file. */
const inert = (text: string | undefined) =>
  text !== undefined && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;

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
      writeSync(descriptor, csvLine(COLUMNS.map((column) => inert(problem[column]))));
    },
    close: () => closeSync(descriptor),
  };
}

export function problemLine({ place, id, severity, path, problem, rule }: FileProblem): string {
  const who = id === undefined ? place : `${place} (${id})`;
  const what = `${path} ${problem}`.trim();
  const clause = rule === undefined ? '' : ` [${rule}]`;
  return `${who}: ${severity === 'warning' ? 'warning: ' : ''}${what}${clause}`;
}

/** The expected result and its problems: `1 204 records would fail: 1 100 …`. */
export function reportText(report: FileReport): string {
  const { created, updated, unchanged, refused } = report.counts;
  const fate = `${countedRecords(report.records)}: ${grouped(created)} new, ${grouped(updated)} changed, ${grouped(unchanged)} the same`;
  if (refused === 0) return fate;
  const causes = report.causes().map((one) => `  ${grouped(one.records).padStart(9)}  ${one.cause}`);
  return [fate, `${countedRecords(refused)} would fail:`, ...causes].join('\n');
}
