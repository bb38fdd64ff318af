import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const MAIN = fileURLToPath(new URL('../../bench/main.ts', import.meta.url));

/** Time limit that is enough on a busy machine, in milliseconds. */
export const BENCH_TIMEOUT = 180_000;

/** Runs the command; rejects if its exit status is not 0. */
export const bench = (...args: readonly string[]) => promisify(execFile)(process.execPath, [MAIN, ...args]);

/** Reads the report of one round, and expects that each line has the right form. */
export function partsOf(report: string) {
  const [title, costs, ratios, ...tables] = report.trimEnd().split('\n\n') as [string, string, string];
  expect(title).toMatch(/, \d+ cores · Node v\d+\.\d+\.\d+ · 1 round\n/);

  const [costHead, ...costLines] = costs.split('\n');
  expect(costHead).toMatch(/^µs per \S+ +CPU median +min +max +wall median$/);
  const headings = costLines.filter((line) => !line.startsWith(' '));
  for (const line of costLines.filter((line) => line.startsWith(' '))) {
    expect(line).toMatch(/^ {2}\S.*?( +\d+\.\d+){4}$/);
  }

  const [ratioHead, ...ratioLines] = ratios.trimEnd().split('\n');
  expect(ratioHead).toMatch(/^times as fast +CPU median +min +max +wall median +goal$/);
  const goals = ratioLines.flatMap((line) => {
    expect(line).toMatch(/^ {2}(P\d+| {2}) \S.*?( +\d+\.\d\d){4}( +>= [\d.]+( wall)? +(met|missed))?$/);
    return /(met|missed)$/.test(line) ? [/^ {2}(P\d+| {2})/.exec(line)?.[1]] : [];
  });
  return { title, headings, goals, tables: (tables as string[]).map(tableOf) };
}

/** Reads a table of figures, and expects that each line has the right form. */
function tableOf(text: string) {
  const [head = '', ...lines] = text.split('\n');
  for (const line of lines.filter((line) => line.startsWith(' '))) {
    expect(line).toMatch(/^ {2}\S.*?( +-?\d+\.\d+)+( +P\d+ <= \d+ +(met|missed))?$/);
  }
  const [title] = head.split('  ');
  return { title, lines: lines.length };
}

interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

interface Measured {
  readonly name: string;
  readonly cpu: Summary;
  readonly wall: Summary;
}

export interface Findings {
  readonly unit: string;
  readonly rounds: number;
  readonly node: string;
  readonly rows: readonly (Measured & { readonly group: string })[];
  readonly ratios: readonly (Measured & {
    readonly goal?: string;
    readonly atLeast?: number;
    readonly by?: string;
  })[];
}

/** Findings in JSON, with their numbers in ascending order. */
export function findingsOf(json: string): Findings {
  const found = JSON.parse(json) as Findings;
  for (const { cpu, wall } of [...found.rows, ...found.ratios]) {
    for (const { median, min, max } of [cpu, wall]) {
      expect(median).toBeGreaterThanOrEqual(min);
      expect(max).toBeGreaterThanOrEqual(median);
    }
  }
  return found;
}
