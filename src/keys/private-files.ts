import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UnavailableError } from '../conventions/errors.ts';
import { notAccepted, type PrivateProblem, problemOf } from './file-access.ts';

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

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

const DRAFT = '.draft';

/** Whom a file is given to. Only root can give files away. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

function write(path: string, text: string, owner?: Owner): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    // Not by its path: who may write into the folder could put a link to a file of root there.
    if (owner) fchownSync(descriptor, owner.uid, owner.gid);
    // Writes everything or throws; a full disk could accept only a part.
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a draft next to the final path, flushed to disk and readable by its owner only. @throws UnavailableError */
function drafted(path: string, text: string, owner?: Owner): string {
  const draft = `${path}.${crypto.randomUUID()}${DRAFT}`;
  try {
    write(draft, text, owner);
  } catch (error) {
    rmSync(draft, { force: true });
    throw translated(error);
  }
  return draft;
}

/**
 * Writes the whole file or nothing. Returns false if the file already exists. If processes start together,
 * one of them writes it.
 */
export function createPrivateFile(path: string, text: string): boolean {
  const draft = drafted(path, text);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  sync(dirname(path));
  return true;
}

export function replacePrivateFile(path: string, text: string, owner?: Owner): void {
  renameSync(drafted(path, text, owner), path);
  sync(dirname(path));
}

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
  const found = fstatSync(file);
  const problem = problemOf(found, path);
  if (!problem) return { file, uid: found.uid };
  closeSync(file);
  return { problem };
}

export type PrivateRead =
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
