import { readFileSync, statSync } from 'node:fs';
import type { Clock } from '../../conventions/time.ts';
import { SettingsError } from '../config/problems.ts';

/** Reads the file that a setting names. @throws SettingsError with what `parse` reports */
export function readSettingFile<T>(setting: string, path: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`${setting} (${path}) cannot be used: ${reason}`]);
  }
}

/** Milliseconds between two checks of a file, at least. */
const LOOK_EVERY = 1000;

/** Differs after each change of the file, also when another file replaced it. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? [found.dev, found.ino, found.size, found.mtimeNs].join() : 'missing';
}

/**
 * Detects changes of files. Each process asks the file system itself, when it needs the files and at most once a second:
 * that works on every file system, for replaced and for overwritten files, and without messages between processes.
 */
export function fileChanges(files: readonly string[], clock: Clock) {
  const stamp = () => files.map(stampOf).join(';');
  let known = stamp();
  let lookedAt = clock();
  return {
    /** Notes that the files are read now. */
    seen(): void {
      known = stamp();
    },
    /** Whether the files changed since they were read. */
    happened(): boolean {
      const now = clock();
      if (Math.abs(now - lookedAt) < LOOK_EVERY) return false;
      lookedAt = now;
      return stamp() !== known;
    },
  };
}

/** Called for each reading after the first, with the failure if it failed. */
export type ObserveFiles = (setting: string, failure?: Error) => void;

export interface Watched<T> {
  /** The value of the current files; that of the previous ones while the current ones are invalid. */
  current(): T;
  /** The failure of the last reading. */
  failure(): Error | undefined;
  /** Reads them now. */
  reload(): void;
}

interface WatchedOptions<T> {
  readonly files: readonly string[];
  /** Throws when the files are invalid. */
  readonly read: () => T;
  readonly clock: Clock;
  /** Called for each reading after the first, with the failure if it failed. */
  readonly observe: (failure?: Error) => void;
}

/** A value that is read from files, and again when they change. @throws what the first reading throws */
export function watched<T>({ files, read, clock, observe }: WatchedOptions<T>): Watched<T> {
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
