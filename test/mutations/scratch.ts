import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutation } from './mutation.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });

/** A copy of the last commit, into which faults are put. */
export interface Scratch {
  readonly folder: string;
  /** Why the text of a fault no longer fits the sources; undefined if it fits. */
  problemOf(mutation: Mutation): string | undefined;
  /** Puts a fault into the copied sources. */
  mutate(mutation: Mutation): void;
  /** Removes the fault again. */
  mend(mutation: Mutation): void;
  remove(): void;
}

/** The copy shares the packages of the repository, but not vitest's cache. */
function linkPackages(folder: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(to);
  const shared = readdirSync(from).filter((name) => !name.startsWith('.vite'));
  for (const name of shared) symlinkSync(join(from, name), join(to, name));
}

export function scratchTree(): Scratch {
  const folder = join(mkdtempSync(join(tmpdir(), 'diptych-mutations-')), 'tree');
  git('worktree', 'add', '--detach', '--quiet', folder, 'HEAD');
  linkPackages(folder);
  const known = new Map<string, string>();
  const pathOf = ({ file }: Mutation) => join(folder, 'src', file);
  const sourceOf = (mutation: Mutation) => {
    const path = pathOf(mutation);
    const text = known.get(path) ?? readFileSync(path, 'utf8');
    known.set(path, text);
    return text;
  };
  return {
    folder,
    problemOf(mutation) {
      const count = sourceOf(mutation).split(mutation.replace).length - 1;
      const text = JSON.stringify(mutation.replace);
      return count === 1 ? undefined : `src/${mutation.file} holds ${text} ${count} times, not once`;
    },
    mutate: (mutation) =>
      writeFileSync(
        pathOf(mutation),
        sourceOf(mutation).replace(mutation.replace, () => mutation.by),
      ),
    mend: (mutation) => writeFileSync(pathOf(mutation), sourceOf(mutation)),
    remove() {
      // A test that was stopped may still be writing into the folder.
      rmSync(join(folder, '..'), { recursive: true, force: true, maxRetries: 10 });
      git('worktree', 'prune');
    },
  };
}
