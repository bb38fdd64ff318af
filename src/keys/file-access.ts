import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../conventions/user-error.ts';

/** Why a private file is not accepted. */
export type PrivateProblem = 'notReadable' | 'otherOwner' | 'openToOthers' | 'notAFile';

const PROBLEM_TEXTS: Readonly<Record<PrivateProblem, string>> = {
  notReadable: 'is a link, or cannot be read',
  otherOwner: 'belongs to another user',
  openToOthers: 'is open to other users',
  notAFile: 'is no file (EISDIR), or too large',
};

/** Somebody else may have written, or can write, a file that only its owner should have. */
export class PrivateFileError extends UserError {
  override readonly name = 'PrivateFileError';
  readonly text: string;
  readonly remedy: string;

  constructor(text: string, remedy = 'remove it, or restore its owner and mode 0600') {
    super(`${text}, so it is not accepted; ${remedy}`);
    this.text = text;
    this.remedy = remedy;
  }
}

export const notAccepted = (path: string, problem: PrivateProblem) =>
  new PrivateFileError(`${path} ${PROBLEM_TEXTS[problem]}`);

/** Longer than any file that is read in this way. */
const LARGEST = 16 * 1024 * 1024;

/** Volumes of Kubernetes with an `fsGroup` open their files to a group of this process. */
const isOfVolume = (gid: number): boolean =>
  process.geteuid?.() !== 0 && gid !== process.getegid?.() && process.getgroups?.().includes(gid) === true;

/** Whether a folder belongs to root, and this user gets in by a group. So are volumes of Kubernetes with an `fsGroup`. */
export const isOfMachine = ({ uid }: { readonly uid: number }): boolean =>
  uid === 0 && process.geteuid !== undefined && process.geteuid() !== 0;

/** Who may write into a folder could have put files there, and could replace others. */
export function isFolderOpen(path: string): boolean {
  const stats = statSync(path);
  return (stats.mode & (isOfMachine(stats) ? 0o002 : 0o022)) !== 0;
}

/** This user, root, and for root the owner of the folder. */
function isTrusted(uid: number, path: string): boolean {
  const own = process.geteuid?.();
  return own === undefined || uid === own || uid === 0 || (own === 0 && uid === statSync(dirname(path)).uid);
}

/** `open`: the bits of the mode by which others have more access than they may. */
function accessProblem({ uid, gid, mode }: Stats, path: string, open: number): PrivateProblem | undefined {
  if (!isTrusted(uid, path)) return 'otherOwner';
  return (mode & open & (isOfVolume(gid) ? 0o007 : 0o077)) === 0 ? undefined : 'openToOthers';
}

export function problemOf(found: Stats, path: string): PrivateProblem | undefined {
  return found.isFile() && found.size <= LARGEST ? accessProblem(found, path, 0o077) : 'notAFile';
}

/**
 * For files that others open by their names, such as a database: requires that they are no links, and that only their owner
 * can write them and into their folder. They may be absent. @throws PrivateFileError
 */
export function requireOwn(paths: readonly string[]): void {
  for (const folder of new Set(paths.map(dirname)))
    if (isFolderOpen(folder))
      throw new PrivateFileError(
        `other users may write into ${folder}`,
        'run chmod 700 on it, after a look at what is in it',
      );
  for (const path of paths) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const problem = stats && (stats.isFile() ? accessProblem(stats, path, 0o022) : 'notReadable');
    if (problem) throw notAccepted(path, problem);
  }
}
