import { readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { closed } from '../../conventions/json-schema.ts';
import { jsonOrUndefined } from '../../conventions/strict-json.ts';
import { HOUR } from '../../conventions/time.ts';
import { createPrivateFile, dropFile, readPrivateFile } from '../../keys/private-files.ts';
import { replaceAdminToken } from '../files/create-data-folder.ts';
import type { DataFolder } from '../files/data-folder.ts';

/** How long the admin token works after an opening. The file has no end, so that nobody can write a later one. */
const OPEN_FOR = HOUR;

export const LONGEST_REASON = 500;

const Content = Type.Object(
  {
    id: Type.String({ pattern: '^[\\w-]{22}$' }),
    openedAt: Type.Integer(),
    reason: Type.String({ minLength: 1, maxLength: LONGEST_REASON }),
  },
  closed,
);
const content = Compile(Content);

export interface Opening {
  readonly id: string;
  readonly openedAt: number;
  readonly reason: string;
}

export const endOf = ({ openedAt }: Opening): number => openedAt + OPEN_FOR;

/** Why a file is not accepted. */
export type Problem = 'notReadable' | 'otherOwner' | 'openToOthers' | 'notAnOpening' | 'fromTheFuture';

export type FoundOpening =
  | { readonly state: 'closed' }
  | { readonly state: 'open' | 'over'; readonly opening: Opening }
  | { readonly state: 'refused'; readonly problem: Problem };

const LARGEST = 8192;

type Read = Opening | Problem | undefined;

function parsed(text: string): Opening | undefined {
  const value = jsonOrUndefined(text);
  return content.Check(value) ? value : undefined;
}

/** The user that runs the server, who wrote the admin token. A mounted folder can belong to another user. */
const ownerOf = ({ adminToken, path }: DataFolder): number =>
  (statSync(adminToken, { throwIfNoEntry: false }) ?? statSync(path)).uid;

function readOpening(path: string, folder: DataFolder): Read {
  const read = readPrivateFile(path);
  if (read === undefined) return undefined;
  if ('problem' in read) return read.problem === 'notAFile' ? 'notAnOpening' : read.problem;
  if (read.text.length > LARGEST) return 'notAnOpening';
  return read.uid === ownerOf(folder) ? (parsed(read.text) ?? 'notAnOpening') : 'otherOwner';
}

/** What the file of the folder says. `now` may depend on the opening. */
export function findOpening(folder: DataFolder, now: (opening: Opening) => number): FoundOpening {
  const read = readOpening(folder.breakGlass, folder);
  if (read === undefined) return { state: 'closed' };
  if (typeof read === 'string') return { state: 'refused', problem: read };
  const at = now(read);
  if (read.openedAt > at) return { state: 'refused', problem: 'fromTheFuture' };
  return { state: at < endOf(read) ? 'open' : 'over', opening: read };
}

/** False if there is a file already. */
export const writeOpening = ({ breakGlass }: DataFolder, opening: Opening): boolean =>
  createPrivateFile(breakGlass, `${JSON.stringify(opening)}\n`);

const endedPath = ({ path }: DataFolder, { id }: Opening) => join(path, `break-glass.${id}.ended`);

/**
 * Ends an opening: the admin token that was used is refused from now on. A server records the end later, because a command
 * has no database. False if another process has ended it.
 */
export function endOpening(folder: DataFolder, opening: Opening): boolean {
  replaceAdminToken(folder);
  try {
    renameSync(folder.breakGlass, endedPath(folder, opening));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Openings that have ended, whose end is not recorded yet. */
export function endedOpenings(folder: DataFolder): readonly Opening[] {
  const { path } = folder;
  return readdirSync(path)
    .filter((name) => /^break-glass\.[\w-]{22}\.ended$/.test(name))
    .flatMap((name) => {
      const read = readOpening(join(path, name), folder);
      return typeof read === 'object' ? [read] : [];
    });
}

export const forgetEnded = (folder: DataFolder, opening: Opening): void =>
  dropFile(endedPath(folder, opening));

/** Whether the server accepts files that this user writes. */
export const isOwnFolder = (folder: DataFolder): boolean =>
  process.geteuid === undefined || ownerOf(folder) === process.geteuid();
