import { readFileSync, statSync } from 'node:fs';
import type { Clock } from '../../conventions/effects.ts';
import { SettingsError } from '../config/problems.ts';

/** What the file holds that a setting names. @throws SettingsError with what `parse` says is wrong with it */
export function readSettingFile<T>(setting: string, path: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`${setting} (${path}) cannot be used: ${reason}`]);
  }
}

/** Milliseconds between two looks at whether a file was changed. */
const LOOK_EVERY = 1000;

/** Changes whenever the file does, also where another one took its name. */
function stampOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found ? [found.dev, found.ino, found.size, found.mtimeNs].join() : 'missing';
}

/**
 * Tells whether files changed. Every process that uses them asks the file system itself, when they are needed and at
 * most once a second: that works on every file system and for files that are replaced as for those that are written
 * over, and no process has to tell another.
 */
export function fileChanges(files: readonly string[], clock: Clock) {
  const stamp = () => files.map(stampOf).join(';');
  let known = stamp();
  let lookedAt = clock();
  return {
    /** They are read now. */
    seen(): void {
      known = stamp();
    },
    /** Whether they are others than those that were read. */
    happened(): boolean {
      const now = clock();
      if (Math.abs(now - lookedAt) < LOOK_EVERY) return false;
      lookedAt = now;
      return stamp() !== known;
    },
  };
}

/** Told of every reading of files after the first, with what was wrong. */
export type ObserveFiles = (setting: string, failure?: Error) => void;

export interface Watched<T> {
  /** Of the files as they are now; of those before where they cannot be used. */
  current(): T;
  /** What was wrong with them when they were read last. */
  failure(): Error | undefined;
  /** Reads them now. */
  reload(): void;
}

interface WatchedOptions<T> {
  readonly files: readonly string[];
  /** Throws what is wrong with them. */
  readonly read: () => T;
  readonly clock: Clock;
  /** Told of every reading after the first; with what was wrong. */
  readonly observe: (failure?: Error) => void;
}

/** What files hold, read again when they change. @throws what the first reading throws */
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
