import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder in which Linux keeps files in memory. */
const DISK = '/dev/shm';
const NAME = 'diptych-tests-';

/** In bytes, far more than the tests of `npm test` use at a time. */
const ROOM = 4 * 2 ** 30;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A failed test may have left a mounted disk. What cannot be deleted is ignored and does not fail this run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    process.stderr.write(`${folder} cannot be removed; unmount what is mounted in it\n`);
  }
}

/** Deletes files of runs that were killed. */
function removeOld(): void {
  const old = readdirSync(DISK).filter((name) => name.startsWith(NAME));
  const left = old.filter((name) => !isAlive(Number(name.slice(NAME.length).split('-')[0])));
  for (const name of left) remove(join(DISK, name));
}

/** Tests of guides run programs from their temporary folders. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

/**
 * Environment variables that put temporary files into memory, where a write is durable at once. For tests
 * that write often and do not test the disk. Empty if there is too little memory, or if TMPDIR is already
 * set.
 */
export function onMemoryDisk(): Readonly<Record<string, string>> {
  if (process.env.TMPDIR !== undefined || !existsSync(DISK)) return {};
  const { bavail, bsize } = statfsSync(DISK);
  if (bavail * bsize < ROOM) return {};
  removeOld();
  const folder = mkdtempSync(join(DISK, `${NAME}${process.pid}-`));
  process.once('exit', () => remove(folder));
  // Other users may create folders here, as in /tmp, because PostgreSQL does not run as root.
  chmodSync(folder, 0o1777);
  return runsPrograms(folder) ? { TMPDIR: folder } : {};
}
