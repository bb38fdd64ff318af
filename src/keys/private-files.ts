import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UnavailableError } from '../conventions/errors.ts';
import { DRAFT, type FileOptions, replaceFile, syncPath, writeDraft } from '../files/whole-file.ts';
import { notAccepted, type PrivateProblem, problemOf } from './file-access.ts';

/** Errors of a full, faulty or read-only disk, with their causes. */
const PASSING: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EIO: 'the disk fails',
  EROFS: 'the disk is read-only',
};

function translated(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const why = PASSING[code];
  return why === undefined ? error : new UnavailableError(`the keys cannot be written now: ${why}`, code);
}

/** @throws UnavailableError */
function translating<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}

/**
 * Writes the whole file or nothing. Returns false if the file already exists. If processes start together,
 * one of them writes it.
 */
export function createPrivateFile(path: string, text: string): boolean {
  const draft = translating(() => writeDraft(path, text, { mode: 0o600 }));
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncPath(dirname(path));
  return true;
}

/** @throws UnavailableError */
export const replacePrivateFile = (path: string, text: string, owner?: FileOptions['owner']): void =>
  translating(() => replaceFile(path, text, { mode: 0o600, owner }));

type Opened =
  | { readonly file: number; readonly uid: number }
  | { readonly problem: PrivateProblem }
  | undefined;

/** Undefined if there is none. Whoever opens it closes it. */
function opened(path: string, flags: number): Opened {
  let file: number;
  try {
    file = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { problem: 'notReadable' };
  }
  const stats = fstatSync(file);
  const problem = problemOf(stats, path);
  if (!problem) return { file, uid: stats.uid };
  closeSync(file);
  return { problem };
}

type PrivateRead =
  | { readonly text: string; readonly uid: number }
  | { readonly problem: PrivateProblem }
  | undefined;

/**
 * A file that only its owner may have written. Who may write into the folder could put another file there, a link to
 * one, or a pipe. Undefined if there is none.
 */
export function readPrivateFile(path: string): PrivateRead {
  const read = opened(path, constants.O_RDONLY);
  if (!read || 'problem' in read) return read;
  try {
    return { text: readFileSync(read.file, 'utf8'), uid: read.uid };
  } finally {
    closeSync(read.file);
  }
}

/** A descriptor of a private file; undefined if there is none. @throws PrivateFileError */
export function openPrivateFile(path: string, flags: number = constants.O_RDONLY): number | undefined {
  const one = opened(path, flags);
  if (one && 'problem' in one) throw notAccepted(path, one.problem);
  return one?.file;
}

/** The bytes of a private file; undefined if there is none. @throws PrivateFileError */
export function privateBytes(path: string): Buffer | undefined {
  const file = openPrivateFile(path);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The text of a private file; undefined if there is none. @throws PrivateFileError */
export const privateText = (path: string): string | undefined => privateBytes(path)?.toString('utf8');

/** Appends to a private file, which is made if it is absent, and syncs it. @throws PrivateFileError, UnavailableError */
export function appendPrivateFile(path: string, text: string): void {
  if (!existsSync(path)) createPrivateFile(path, '');
  const file = openPrivateFile(path, constants.O_WRONLY | constants.O_APPEND);
  if (file === undefined) throw notAccepted(path, 'notReadable');
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } catch (error) {
    throw translated(error);
  } finally {
    closeSync(file);
  }
}

export function createPrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Texts of the files whose names match `shape`, sorted by name. */
export function readFiles(folder: string, shape: RegExp): readonly string[] {
  const names = readdirSync(folder).filter((name) => shape.test(name));
  // Another process may have deleted one in the meantime.
  return names.sort().flatMap((name) => privateText(join(folder, name)) ?? []);
}

/** Drafts that a killed process left. They may hold the same key as the file. */
function draftsOf(path: string): readonly string[] {
  const [folder, start] = [dirname(path), `${basename(path)}.`];
  if (!existsSync(folder)) return [];
  const drafts = readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith(DRAFT));
  return drafts.map((name) => join(folder, name));
}

/** Deletes the file last: whoever is killed before that sees it and calls again. */
export function dropFile(path: string): void {
  for (const one of [...draftsOf(path), path]) rmSync(one, { force: true });
}
