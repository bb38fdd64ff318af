import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isOfMachine } from '../../keys/file-access.ts';
import { diskOf } from '../files/disk-space.ts';
import { type Check, type Finding, failure, ok, warning } from './findings.ts';

/** When this version was made. A correct clock shows a later time. */
const MADE = Date.UTC(2026, 10, 21);

/** Milliseconds by which clocks of two machines may differ. */
const TOLERANCE = 60_000;

const REMEDY = 'set the clock of this machine, and have it kept by NTP';

/**
 * Without a time server, it only checks that the clock is not before this version or before the newest
 * change.
 */
export const clock: Check = async ({ database, now }) => {
  const shown = new Date(now).toISOString();
  if (now < MADE) return [failure(`the clock shows ${shown}, which is before this version was made`, REMEDY)];
  const newest = await database?.newestChange();
  if (newest !== undefined && newest > now + TOLERANCE) {
    const text = `the clock shows ${shown}, but the newest entry of the database is from ${new Date(newest).toISOString()}`;
    return [failure(text, REMEDY)];
  }
  return [ok(`the clock shows ${shown}, later than everything in the database`)];
};

const GIB = 1024 ** 3;

/** Free space in bytes. With less, the check warns or fails. */
const LITTLE = 2 * GIB;
const TOO_LITTLE = GIB / 4;

/** Permission bits of other users, and of the group. */
const OTHERS = 0o007;
const GROUP = 0o070;

function access(path: string): readonly Finding[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const { mode } = stats;
  const closed = isOfMachine(stats) ? OTHERS : OTHERS | GROUP;
  if ((mode & closed) === 0) return [];
  const remedy = `chmod go= ${path}`;
  return [failure(`${path} is open to other users (mode ${(mode & 0o777).toString(8)})`, remedy)];
}

async function space(path: string): Promise<Finding> {
  const { free } = await diskOf(path);
  const text = `${(free / GIB).toFixed(1)} GiB are free`;
  if (free > LITTLE) return ok(text);
  const remedy = 'free some space or move the data folder: on a full disk every change fails';
  return free > TOO_LITTLE ? warning(text, remedy) : failure(text, remedy);
}

/** The nearest folder above that exists. */
const above = (path: string): string => (existsSync(dirname(path)) ? dirname(path) : above(dirname(path)));

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Before the first start. Whoever runs this check may be another user than the server. */
function absent(path: string): Finding {
  const text = `there is no data folder ${path} yet`;
  if (isWritable(above(path)))
    return warning(text, 'the first start creates it; check that this is the right folder');
  const remedy = 'make it and give it to the user of the server, or name another folder';
  return warning(`${text}, and this user cannot make it in ${above(path)}`, remedy);
}

/** Only the owner may read keys and personal data, and the disk must have free space. */
export const folder: Check = async ({ settings, folder: { path, database, keys, adminToken } }) => {
  const { pinFile } = settings.keys.pkcs11;
  const secrets = [path, database, keys, adminToken, ...(pinFile === undefined ? [] : [pinFile])];
  const open = secrets.flatMap(access);
  if (!existsSync(path)) return [...open, absent(path)];
  return [...(open.length > 0 ? open : [ok('no other user can open the data folder')]), await space(path)];
};
