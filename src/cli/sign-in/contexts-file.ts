import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { privateText, replacePrivateFile } from '../../keys/private-files.ts';
import { UsageError } from '../cli-errors.ts';
import { type Contexts, NO_CONTEXTS } from './contexts.ts';
import { ContextsProblem, parseContexts, printContexts } from './parse-contexts.ts';

/** `DIPTYCH_SIGN_IN`, else a file in the user's configuration folder. */
export const contextsFile = (
  { DIPTYCH_SIGN_IN: named, XDG_CONFIG_HOME: home }: NodeJS.ProcessEnv = process.env,
): string => named ?? join(home ?? join(homedir(), '.config'), 'diptych', 'contexts.json');

/**
 * Undefined if there is no such file. Others who could change it could send the tokens in it to another server. @throws
 * PrivateFileError, UsageError
 */
function contextsIn(path: string): Contexts | undefined {
  const text = privateText(path);
  try {
    return text === undefined ? undefined : parseContexts(text);
  } catch (error) {
    if (!(error instanceof ContextsProblem)) throw error;
    throw new UsageError(
      `the contexts in ${path} cannot be used: ${error.message}; mend it, or remove it and sign in again`,
    );
  }
}

/** @throws UsageError if the file cannot be used */
export function readContexts(environment = process.env): Contexts {
  return contextsIn(contextsFile(environment)) ?? NO_CONTEXTS;
}

/** Changes the contexts. Other commands wait until it is done, so that nothing that they write is lost. */
export async function changeContexts<Result>(
  change: (all: Contexts) => Promise<readonly [Contexts, Result]> | readonly [Contexts, Result],
  environment = process.env,
): Promise<Result> {
  const path = contextsFile(environment);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // A named file may stand in a folder that others use.
  if (environment.DIPTYCH_SIGN_IN === undefined) chmodSync(dirname(path), 0o700);
  const { exclusively } = await import('./file-lock.ts');
  return exclusively(`${path}.lock`, async () => {
    const all = readContexts(environment);
    const [changed, result] = await change(all);
    if (changed !== all) {
      const text = printContexts(changed);
      // A server may have sent what this file cannot hold, and what no command could read again.
      parseContexts(text);
      replacePrivateFile(path, text);
    }
    return result;
  });
}
