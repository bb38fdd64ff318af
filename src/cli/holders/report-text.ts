import { closeSync, openSync, writeSync } from 'node:fs';
import { csvLine } from '../csv.ts';
import { UsageError } from '../exit.ts';
import type { FileProblem, FileReport } from './report.ts';

const COLUMNS = ['place', 'id', 'severity', 'path', 'problem', 'rule'] as const;

interface ReportFile {
  take(problem: FileProblem): void;
  close(): void;
}

/** Every problem as a line of a CSV file; nothing without a path. */
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

/** What would happen, and what stands in the way: `1 204 records would fail: 1 100 …`. */
export function reportText(report: FileReport): string {
  const { created, updated, unchanged, refused } = report.counts;
  const fate = `${records(report.records)}: ${number(created)} new, ${number(updated)} changed, ${number(unchanged)} the same`;
  if (refused === 0) return fate;
  const causes = report.causes().map((one) => `  ${number(one.records).padStart(9)}  ${one.cause}`);
  return [fate, `${records(refused)} would fail:`, ...causes].join('\n');
}
