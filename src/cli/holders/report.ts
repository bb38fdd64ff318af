import { closeSync, openSync } from 'node:fs';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { csvRow } from '../../conventions/csv.ts';
import { UsageError } from '../cli-errors.ts';
import { appendText } from '../write-whole.ts';
import { countedRecords, grouped } from './import-speed.ts';
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

type Cause = Pick<FileProblem, 'path' | 'problem' | 'kind'>;

/** What problems of several records have in common. */
export const causeOf = ({ path, problem, kind }: Cause): string =>
  `${path.replaceAll(/\[\d+\]/g, '[]')} ${kind ?? problem}`.trim();

/** Causes with their number of records, the most frequent first. */
class Causes {
  readonly #records = new Map<string, number>();

  /** The problems of one record; a record with the same cause twice is counted once. */
  add(problems: readonly Cause[]): void {
    for (const cause of new Set(problems.map(causeOf)))
      this.#records.set(cause, (this.#records.get(cause) ?? 0) + 1);
  }

  list(): readonly { readonly cause: string; readonly records: number }[] {
    const causes = [...this.#records].map(([cause, records]) => ({ cause, records }));
    return causes.sort((a, b) => b.records - a.records);
  }
}

/** Collects the problems of a file. Memory grows with the kinds of problems, not with the records. */
export class FileReport {
  readonly counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  readonly #take: (problem: FileProblem) => void;
  readonly #errors = new Causes();
  readonly #warnings = new Causes();
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
    this.#errors.add(problems);
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
    const warnings = others.filter(({ severity }) => severity === 'warning');
    this.#errors.add([...problems, ...others.filter(({ severity }) => severity === 'error')]);
    this.#warnings.add(warnings);
    if (warnings.length > 0) this.#warned += 1;
    for (const problem of problems) this.#take({ ...who, severity: 'error', ...problem });
    for (const { severity, path, problem, rule } of others) {
      this.#take({ ...who, severity, path, problem, rule });
    }
  }

  summary() {
    return {
      records: this.records,
      ...this.counts,
      causes: this.#errors.list(),
      withWarnings: this.#warned,
      warnings: this.#warnings.list(),
    };
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
  const write = (cells: readonly unknown[]) => appendText(descriptor, `${csvRow(cells)}\n`);
  write(COLUMNS);
  return {
    take: (problem) => write(COLUMNS.map((column) => problem[column])),
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
  const { created, updated, unchanged, refused, causes, withWarnings, warnings } = report.summary();
  const fate = `${countedRecords(report.records)}: ${grouped(created)} new, ${grouped(updated)} changed, ${grouped(unchanged)} the same`;
  const listed = (title: string, count: number, all: typeof causes) => [
    ...(count === 0 ? [] : [`${countedRecords(count)} ${title}:`]),
    ...all.map(({ cause, records }) => `  ${grouped(records).padStart(9)}  ${cause}`),
  ];
  return [
    fate,
    ...listed('would fail', refused, causes),
    ...listed(withWarnings === 1 ? 'has warnings' : 'have warnings', withWarnings, warnings),
  ].join('\n');
}
