import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readText } from '../bounded-file.ts';
import { UsageError } from '../failures.ts';
import { type Contexts, NO_CONTEXTS } from './contexts.ts';
import { ContextsProblem, parseContexts, printContexts } from './parse-contexts.ts';

const LARGEST = 1024 * 1024;

interface Files {
  readonly path: string;
  /** The file of versions before contexts; it is read until the first change. */
  readonly before?: string;
}

function filesOf({ DIPTYCH_SIGN_IN: named, XDG_CONFIG_HOME: home }: NodeJS.ProcessEnv): Files {
  if (named !== undefined) return { path: named };
  const folder = join(home ?? join(homedir(), '.config'), 'diptych');
  return { path: join(folder, 'contexts.json'), before: join(folder, 'mediation.json') };
}

/** `DIPTYCH_SIGN_IN`, else a file in the user's configuration folder. */
export const contextsFile = (environment = process.env): string => filesOf(environment).path;

/** Others who could change the file could send the tokens in it to another server. */
function refuseForeign(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  const me = process.getuid?.();
  if (stats === undefined || me === undefined) return;
  if (me !== 0 && ![me, 0].includes(stats.uid))
    throw new UsageError(
      `${path} belongs to another user, so its sign-ins are not used; remove it, and sign in again`,
    );
  if ((stats.mode & 0o022) !== 0)
    throw new UsageError(`other users can change ${path}; check what is in it, then run chmod 600 ${path}`);
}

/** Undefined if there is no such file. */
function contextsIn(path: string): Contexts | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  refuseForeign(path);
  try {
    return parseContexts(readText(path, { most: LARGEST }));
  } catch (error) {
    if (!(error instanceof ContextsProblem)) throw error;
    throw new UsageError(
      `the contexts in ${path} cannot be used: ${error.message}; mend it, or remove it and sign in again`,
    );
  }
}

/** @throws UsageError if the file cannot be used */
export function readContexts(environment = process.env): Contexts {
  const { path, before } = filesOf(environment);
  return contextsIn(path) ?? (before === undefined ? undefined : contextsIn(before)) ?? NO_CONTEXTS;
}

/** Replaces the file at once by one that only its owner can read. */
function replace(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** Changes the contexts. Other commands wait until it is done, so that nothing that they write is lost. */
export async function changeContexts<Result>(
  change: (all: Contexts) => Promise<readonly [Contexts, Result]> | readonly [Contexts, Result],
  environment = process.env,
): Promise<Result> {
  const { path, before } = filesOf(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (before !== undefined) chmodSync(dirname(path), 0o700);
  const { exclusively } = await import('./exclusive.ts');
  return exclusively(`${path}.lock`, async () => {
    const all = readContexts(environment);
    const [changed, result] = await change(all);
    if (changed !== all) {
      const text = printContexts(changed);
      // A server may have sent what this file cannot hold, and what no command could read again.
      parseContexts(text);
      replace(path, text);
      if (before !== undefined) rmSync(before, { force: true });
    }
    return result;
  });
}
