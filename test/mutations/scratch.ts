import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addWorktree, copyConsoles, linkPackages, removeWorktree } from '../support/worktree.ts';
import type { Mutation } from './mutation.ts';

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

export function scratchTree(): Scratch {
  const parent = mkdtempSync(join(tmpdir(), 'diptych-mutations-'));
  const folder = join(parent, 'tree');
  addWorktree(folder, 'HEAD');
  linkPackages(folder);
  copyConsoles(folder);
  // It compares the table with the sources, and so would find every fault.
  rmSync(join(folder, 'test/mutations/table.test.ts'));
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
      removeWorktree(folder);
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
