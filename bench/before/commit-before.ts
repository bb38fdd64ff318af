import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addWorktree,
  copyConsoles,
  git,
  linkPackages,
  ROOT,
  removeWorktree,
} from '../../test/support/worktree.ts';
import type { Keep } from '../harness/with-folder.ts';
import { CannotCompare } from './cannot-compare.ts';

/** The files of a commit, ready to start its server. */
export interface CommitBefore {
  /** For people: its id and its subject. */
  readonly title: string;
  readonly bin: string;
}

/** @throws CannotCompare */
export function idOf(commit: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`).trim();
  } catch {
    throw new CannotCompare(
      `${commit} is not a commit of this clone. If the clone is shallow, "git fetch --deepen 1" gets the commit before.`,
    );
  }
}

/** Whether the commit needs other packages than this clone. */
export const hasOtherPackages = (id: string): boolean =>
  git('diff', '--name-only', id, '--', 'package-lock.json') !== '';

const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

/** The commit in the folder installs packages by its own lock file. @throws CannotCompare */
function install(folder: string): void {
  process.stderr.write('package-lock.json is not that of the commit before, which gets its own packages.\n');
  // npm would take the folder of the script that runs now for the one to install in.
  const env = { ...process.env, npm_config_local_prefix: undefined };
  const setup = [join(folder, 'scripts/setup.js'), 'run'];
  const done = spawnSync(process.execPath, setup, { cwd: folder, env, stdio: ['ignore', 2, 2] });
  if (done.status === 0) return;
  throw new CannotCompare(
    'The packages of the commit before could not be installed; the lines above tell why.',
  );
}

/** Shares the packages of this clone with the commit in the folder, if its lock file is the same. @throws CannotCompare */
export function providePackages(folder: string): void {
  if (lockOf(folder) === lockOf(ROOT)) linkPackages(folder);
  else install(folder);
}

/** Writes the files of a commit into a new folder, which it removes at the end. @throws CannotCompare */
export function commitBefore(commit: string, folder: string, keep: Keep): CommitBefore {
  const id = idOf(commit);
  addWorktree(folder, id);
  keep(async () => removeWorktree(folder));
  copyConsoles(folder);
  providePackages(folder);
  return {
    title: git('show', '--no-patch', '--format=%h %s', id).trim(),
    bin: join(folder, 'bin/diptych.js'),
  };
}
