import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../cli-errors.ts';
import { EXIT } from '../exit.ts';
import { writeText } from '../output.ts';
import { answersTo, dashed } from './answers.ts';
import { located, withLocations } from './locations.ts';
import { redirectUriOf } from './organisation.ts';
import { type Answers, QUESTIONS, runsIssuer } from './questions.ts';
import { renderConfiguration } from './render.ts';
import type { Secret } from './secret.ts';

interface InitOptions extends Answers {
  readonly out: string;
  readonly data: string;
  readonly yes?: boolean;
}

/** Removes the folders from `deepest` up to `highest`, unless somebody has put something there. */
function removeFolders(highest: string, deepest: string): void {
  for (let folder = deepest; folder.length >= highest.length; folder = dirname(folder)) {
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

/** Writes new files that only their owner can read. Returns a function that removes them, and the folders made for them. */
function written(folder: string, files: readonly Secret[]): () => void {
  const steps: (() => void)[] = [];
  const remove = () => {
    for (const undo of steps.reverse()) undo();
  };
  for (const { name, text } of files) {
    const path = join(folder, name);
    try {
      const made = mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (made !== undefined) steps.push(() => removeFolders(made, dirname(path)));
      writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      remove();
      const { code } = error as NodeJS.ErrnoException;
      throw new UsageError(`${path} cannot be written (${code}); nothing is kept`);
    }
    steps.push(() => rmSync(path));
  }
  return remove;
}

/** What ends the command while the doctor tries the configuration. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A word as the shell needs it. */
const word = (text: string) =>
  /^[\w./:@,+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command with all answers but the secrets that were typed. */
function commandOf(answers: Answers, { out, data }: Pick<InitOptions, 'out' | 'data'>): string {
  const options = QUESTIONS.filter(({ isSecret }) => !isSecret).flatMap(({ name }) => {
    const answer = answers[name];
    return answer === undefined ? [] : [`${dashed(name)} ${word(answer)}`];
  });
  return [`diptych init`, `--out ${word(out)}`, `--data ${word(data)}`, ...options].join(' ');
}

function nextCommands(answers: Answers, out: string): string {
  const redirectUri = redirectUriOf(answers);
  const first =
    redirectUri === undefined
      ? ['  diptych console     # creates the first administrator, in a browser on this machine']
      : [`  register this redirect URI at your provider: ${redirectUri}`, '  diptych login'];
  const lines = [
    `  diptych serve --config ${word(out)}`,
    ...first,
    ...(runsIssuer(answers) ? [`  diptych holders map --suggest RECORDS.csv --out map.yaml`] : []),
  ];
  return ['Next:', ...lines].join('\n');
}

/**
 * Writes a production configuration, and keeps it only if the doctor finds no failure: settings, files, token and
 * database are tried for real.
 */
export async function init({ out, data, yes = false, ...given }: InitOptions): Promise<void> {
  if (existsSync(out)) throw new UsageError(`${out} exists; name another file with --out`);
  const canAsk = !yes && process.stdin.isTTY === true;
  const answers = await answersTo(given, canAsk);
  // Half a second of loading, which questions need not wait for.
  const [{ diagnose }, { report }] = await Promise.all([
    import('../../server/doctor/index.ts'),
    import('../actions/doctor.ts'),
  ]);
  const { text, secrets } = renderConfiguration(withLocations(answers, out), located(data, out));
  const folder = dirname(resolve(out));
  const remove = written(folder, [...secrets, { name: resolve(out).slice(folder.length + 1), text }]);
  const interrupted = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, interrupted);
  const diagnosis = await diagnose({ file: out, environment: process.env, options: {} });
  for (const signal of SIGNALS) process.off(signal, interrupted);
  writeText(`${report(diagnosis)}\n\n`);
  if (diagnosis.level === 'failure') {
    remove();
    writeText('Nothing was written. Correct the failures and run the command again');
    writeText(canAsk ? `:\n  ${commandOf(answers, { out, data })}\n` : '.\n');
    process.exitCode = EXIT.failed;
    return;
  }
  const files = [out, ...secrets.map(({ name }) => join(dirname(out), name))];
  writeText(`Written: ${files.join(', ')}\n\n${nextCommands(answers, out)}\n`);
}
