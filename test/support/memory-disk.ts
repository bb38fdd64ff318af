import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const DISK = '/dev/shm';
const NAME = 'diptych-tests-';

/** Far more than the tests of `npm test` hold at a time, in bytes. */
const ROOM = 4 * 2 ** 30;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A test that failed may have left a disk mounted there: what cannot go stays, and is no failure of this run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    process.stderr.write(`${folder} cannot be removed; unmount what is mounted in it\n`);
  }
}

/** What runs left behind that were killed. */
function removeOld(): void {
  const old = readdirSync(DISK).filter((name) => name.startsWith(NAME));
  const left = old.filter((name) => !isAlive(Number(name.slice(NAME.length).split('-')[0])));
  for (const name of left) remove(join(DISK, name));
}

/** Guides put programs into their folders. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}

/**
 * The environment of tests that wait for a disk and do not test it: their temporary files are in memory, where a write
 * is on disk at once. Empty where no such disk has the room, or somebody named another folder.
 */
export function onMemoryDisk(): Readonly<Record<string, string>> {
  if (process.env.TMPDIR !== undefined || !existsSync(DISK)) return {};
  const { bavail, bsize } = statfsSync(DISK);
  if (bavail * bsize < ROOM) return {};
  removeOld();
  const folder = mkdtempSync(join(DISK, `${NAME}${process.pid}-`));
  process.once('exit', () => remove(folder));
  // Other users have folders in it, as in the usual place: PostgreSQL is not run by root.
  chmodSync(folder, 0o1777);
  return runsPrograms(folder) ? { TMPDIR: folder } : {};
}
