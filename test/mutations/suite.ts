import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The vitest projects behind `test` and `test:long` in package.json. */
const PROJECTS = {
  short: ['fast', 'postgres'],
  long: ['long', 'long-parquet', 'long-postgres', 'long-pooler', 'long-partitioned'],
} as const;

export type Length = keyof typeof PROJECTS;

/** Time limits in milliseconds for a few files and for a whole suite, because a fault can make tests wait for ever. */
export const LONGEST = { few: 4 * 60_000, whole: 40 * 60_000 };

interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The first failed test with its file. A file that could not be run counts as a failed test. */
function failureIn({ testResults }: Results, folder: string): string | undefined {
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed');
    const file = relative(folder, name);
    if (failed) return `${file}: ${failed.fullName}`;
    if (status === 'failed') return file;
  }
  return undefined;
}

/** Runs tests until the first one fails, and returns that test. */
export async function firstFailure(
  folder: string,
  length: Length,
  paths: readonly string[],
  longest: number,
): Promise<string | undefined> {
  const output = join(folder, 'results.json');
  rmSync(output, { force: true });
  const projects = PROJECTS[length].flatMap((name) => ['--project', name]);
  const told = ['--reporter=json', `--outputFile=${output}`, '--bail=1', '--passWithNoTests'];
  const args = [join(folder, 'node_modules/vitest/vitest.mjs'), 'run', ...projects, ...told, ...paths];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: longest,
  });
  const end = () => child.kill();
  process.once('exit', end);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = `${errors}${text}`.slice(-500);
  });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.off('exit', end);
  if (status === 0) return undefined;
  if (status === null || status === 143) return 'the tests did not end';
  const results = existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as Results) : undefined;
  return (results && failureIn(results, folder)) ?? `the run ended with status ${status}: ${errors}`;
}
