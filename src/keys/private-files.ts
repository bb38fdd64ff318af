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
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UnavailableError } from '../conventions/errors.ts';

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

/** Why a private file is not accepted. */
export type PrivateProblem = 'notReadable' | 'otherOwner' | 'openToOthers' | 'notAFile';

const PROBLEM_TEXTS: Readonly<Record<PrivateProblem, string>> = {
  notReadable: 'is a link, or cannot be read',
  otherOwner: 'belongs to another user',
  openToOthers: 'is open to other users',
  notAFile: 'is no file (EISDIR), or too large',
};

/** Longer than any file that is read in this way. */
const LARGEST = 16 * 1024 * 1024;

/** Volumes of Kubernetes with an `fsGroup` open their files to a group of this process. */
const isOfVolume = (gid: number): boolean =>
  process.geteuid?.() !== 0 && gid !== process.getegid?.() && process.getgroups?.().includes(gid) === true;

/** This user, root, and for root the owner of the folder. */
function isTrusted(uid: number, path: string): boolean {
  const own = process.geteuid?.();
  return own === undefined || uid === own || uid === 0 || (own === 0 && uid === statSync(dirname(path)).uid);
}

function problemOf({ uid, gid, mode, size }: Stats, path: string): PrivateProblem | undefined {
  if ((mode & constants.S_IFMT) !== constants.S_IFREG || size > LARGEST) return 'notAFile';
  if (!isTrusted(uid, path)) return 'otherOwner';
  return (mode & (isOfVolume(gid) ? 0o007 : 0o077)) === 0 ? undefined : 'openToOthers';
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
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { problem: 'notReadable' };
  }
  try {
    const found = fstatSync(file);
    const problem = problemOf(found, path);
    return problem ? { problem } : { text: readFileSync(file, 'utf8'), uid: found.uid };
  } finally {
    closeSync(file);
  }
}

/** The text of a private file; undefined if there is none. @throws Error if the file is not accepted */
export function privateText(path: string): string | undefined {
  const read = readPrivateFile(path);
  if (read === undefined || 'text' in read) return read?.text;
  throw new Error(
    `${path} ${PROBLEM_TEXTS[read.problem]}, so it is not accepted; remove it, or restore its owner and mode 0600`,
  );
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
