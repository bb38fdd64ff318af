import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this clone. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Writes the files of a commit into a new folder. */
export const addWorktree = (folder: string, commit: string): void => {
  git('worktree', 'add', '--detach', '--quiet', folder, commit);
};

/** The copy shares the packages of this clone, but not the caches in between, which know files by their paths. */
export function linkPackages(folder: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(to);
  const shared = readdirSync(from).filter((name) => !/^\.(vite|cache)/.test(name));
  for (const name of shared) symlinkSync(join(from, name), join(to, name));
}

/** A command builds the consoles, and says so, unless there are some. */
export function copyConsoles(folder: string): void {
  const built = join(ROOT, 'console/dist');
  if (existsSync(built)) cpSync(built, join(folder, 'console/dist'), { recursive: true });
}

export function removeWorktree(folder: string): void {
  // What was stopped may still be writing into the folder.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  git('worktree', 'prune');
}
