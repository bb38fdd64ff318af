import { readFileSync, statSync } from 'node:fs';
import type { Clock } from '../../conventions/time.ts';
import { SettingsError } from '../config/settings-error.ts';

/** Why a file cannot be read, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

const reasonOf = (error: unknown): string =>
  REASONS[(error as NodeJS.ErrnoException).code ?? ''] ??
  (error instanceof Error ? error.message : String(error));

/** Reads the file that a setting names. @throws SettingsError with the problem that `parse` reports */
export function readSettingFile<T>(setting: string, path: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SettingsError([`${setting} (${path}) cannot be used: ${reasonOf(error)}`]);
  }
}

/** Minimum interval between two checks of a file, in milliseconds. */
const LOOK_EVERY = 1000;

/** Changes with each change of the file, also if another file replaced it. */
function stampOf(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats ? [stats.dev, stats.ino, stats.size, stats.mtimeNs].join() : 'missing';
}

/**
 * Detects changes of files. Each process checks the file system itself when it needs the files, at most once
 * a second. This works on every file system, for replaced and for overwritten files, and needs no messages
 * between processes.
 */
export function fileChanges(files: readonly string[], clock: Clock) {
  const stamp = () => files.map(stampOf).join(';');
  let known = stamp();
  let lookedAt = clock();
  return {
    /** Remembers that the files have now been read. */
    seen(): void {
      known = stamp();
    },
    /** Whether the files have changed since they were read. */
    happened(): boolean {
      const now = clock();
      if (Math.abs(now - lookedAt) < LOOK_EVERY) return false;
      lookedAt = now;
      return stamp() !== known;
    },
  };
}

/** Called for each reading after the first one; gets the failure, if there was one. */
export type ObserveFiles = (setting: string, failure?: Error) => void;

export interface WatchedFile<T> {
  /** The value from the current files. While these are invalid, the previous value. */
  current(): T;
  /** The failure of the last reading, if there was one. */
  failure(): Error | undefined;
  /** Reads the files now. */
  reload(): void;
}

interface WatchedOptions<T> {
  readonly files: readonly string[];
  /** Throws if the files are invalid. */
  readonly read: () => T;
  readonly clock: Clock;
  /** Called for each reading after the first one; gets the failure, if there was one. */
  readonly observe: (failure?: Error) => void;
}

/** A value from files, which are read again when they change. @throws the error of the first reading */
export function watchFile<T>({ files, read, clock, observe }: WatchedOptions<T>): WatchedFile<T> {
  const changes = fileChanges(files, clock);
  let value = read();
  let failure: Error | undefined;
  const reload = () => {
    changes.seen();
    try {
      value = read();
      failure = undefined;
      observe();
    } catch (error) {
      failure = error as Error;
      observe(failure);
    }
  };
  return {
    reload,
    failure: () => failure,
    current() {
      if (changes.happened()) reload();
      return value;
    },
  };
}
