import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function run(command: string, ...args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

function mustRun(command: string, ...args: readonly string[]): void {
  const fault = run(command, ...args);
  if (fault !== undefined) throw new Error(`${command} ${args.join(' ')}: ${fault}`);
}

/** A separate disk in memory. */
export interface Disk {
  readonly path: string;
  /** Fills the remaining space. */
  fill(): void;
  /** Frees the space. */
  empty(): void;
  /** Gives the disk another size, in the notation of mount. */
  resize(size: string): void;
  /** Whether the disk is writable. Can only be changed while no file is open for writing. */
  setReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

/** `size` in the notation of mount: `32m`. */
export function newDisk(size: string): Disk {
  const path = mkdtempSync(join(tmpdir(), 'diptych-disk-'));
  const filler = join(path, 'filler');
  mustRun('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path);
  return {
    path,
    fill() {
      const file = openSync(filler, 'w');
      const page = Buffer.alloc(4096);
      try {
        for (;;) writeSync(file, page);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
    resize: (to) => mustRun('mount', '-o', `remount,size=${to}`, path),
    setReadOnly: (isReadOnly) => mustRun('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path),
    remove() {
      mustRun('umount', path);
      rmSync(path, { recursive: true });
    },
  };
}

/** The folder is read-only while the work runs. */
export async function whileReadOnly(folder: string, work: () => Promise<void>): Promise<void> {
  mustRun('mount', '--bind', folder, folder);
  try {
    mustRun('mount', '-o', 'remount,bind,ro', folder);
    await work();
  } finally {
    mustRun('umount', folder);
  }
}

/** The reason why this machine cannot mount disks; undefined if it can. */
function mountsMissing(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-mount-'));
  const fault = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
  if (fault === undefined) mustRun('umount', folder);
  rmSync(folder, { recursive: true });
  return fault;
}

const missing = mountsMissing();
if (missing !== undefined)
  process.stderr.write(`\nSKIPPED, tests with a full or read-only disk: ${missing}; run them as root\n\n`);

export const HAS_DISKS = missing === undefined;
