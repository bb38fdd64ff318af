import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { diagnose } from '../../server/doctor/index.ts';
import { report } from '../actions/doctor.ts';
import { EXIT } from '../exit.ts';
import { UsageError } from '../failures.ts';
import { answersTo } from './answers.ts';
import type { Answers } from './questions.ts';
import { rendered, type Secret } from './render.ts';

export interface InitOptions extends Answers {
  readonly out: string;
  readonly data: string;
  readonly yes?: boolean;
}

/** Writes new files that only their owner can read; returns a function that removes them. */
function written(folder: string, files: readonly Secret[]): () => void {
  const made: string[] = [];
  const remove = () => {
    for (const path of made) rmSync(path);
  };
  try {
    for (const { name, text } of files) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
      made.push(path);
    }
  } catch (error) {
    remove();
    throw new UsageError(
      `a file cannot be written (${(error as NodeJS.ErrnoException).code}); nothing is kept`,
    );
  }
  return remove;
}

/** The variables of a file of secrets, as the shell reads them. */
const variablesOf = (secrets: readonly Secret[]) =>
  Object.fromEntries(
    secrets.flatMap(({ text }) =>
      [...text.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
    ),
  );

function nextCommands(out: string, hasVariables: boolean): string {
  const lines = [
    `  diptych serve --config ${out}`,
    '  diptych users create EMAIL --role administrator',
    '  diptych holders import FILE --map map.yaml --dry-run',
  ];
  const folder = dirname(out);
  const first = hasVariables ? [`  set -a; . ${join(folder, 'secrets/database.env')}; set +a`] : [];
  return ['Next:', ...first, ...lines].join('\n');
}

/**
 * Writes a production configuration, and keeps it only if the doctor finds no failure: settings, files, token and
 * database are tried for real.
 */
export async function init({ out, data, yes = false, ...given }: InitOptions): Promise<void> {
  if (existsSync(out)) throw new UsageError(`${out} exists; name another file with --out`);
  const answers = await answersTo(given, !yes && process.stdin.isTTY === true);
  const { text, secrets } = rendered(answers, data);
  const folder = dirname(resolve(out));
  const remove = written(folder, [...secrets, { name: resolve(out).slice(folder.length + 1), text }]);
  const environment = { ...process.env, ...variablesOf(secrets) };
  const diagnosis = await diagnose({ file: out, environment, options: {} });
  process.stdout.write(`${report(diagnosis)}\n\n`);
  if (diagnosis.level === 'failure') {
    remove();
    process.stdout.write('Nothing was written. Correct the failures and run the command again.\n');
    process.exitCode = EXIT.failed;
    return;
  }
  const files = [out, ...secrets.map(({ name }) => join(dirname(out), name))];
  process.stdout.write(
    `Written: ${files.join(', ')}\n\n${nextCommands(
      out,
      secrets.some(({ name }) => name.endsWith('.env')),
    )}\n`,
  );
}
