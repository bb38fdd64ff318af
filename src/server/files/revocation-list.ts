import { existsSync, statSync } from 'node:fs';
import { UnavailableError } from '../../conventions/errors.ts';
import { HOUR } from '../../conventions/time.ts';
import { parseRevocationList, type RevocationList } from '../../formats/android/attestation/index.ts';
import { privateText, replacePrivateFile } from '../../keys/private-files.ts';
import type { Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';
import { dataFolder } from './data-folder.ts';
import { readSettingFile } from './setting-file.ts';

export const LIST = 'issuer.attestation.revocationList';

/** Where the list is published. */
const SOURCE = 'https://android.googleapis.com/attestation/status';

/** Hours, if the setting is absent. */
const PRODUCTION_MAX_AGE = 48;

/** How far the time of a file may be in the future, in milliseconds. A later time is ignored. */
const AHEAD = HOUR;

interface Revocation {
  readonly list?: RevocationList;
  /** Time at which the file was written, milliseconds since the epoch. */
  readonly writtenAt?: number;
}

/** Milliseconds; undefined if there is no limit. */
export function greatestAge({ profile, issuer: { attestation } }: Settings): number | undefined {
  const { revocationListMaxAgeHours: hours } = attestation;
  if (hours !== undefined) return hours * HOUR;
  return profile === 'production' ? PRODUCTION_MAX_AGE * HOUR : undefined;
}

/** The published list has no date. So the time of its file counts, which is when it was downloaded. */
export function isTooOld(settings: Settings, { writtenAt }: Revocation, now: number): boolean {
  const limit = greatestAge(settings);
  if (limit === undefined || writtenAt === undefined) return false;
  return now - writtenAt > limit || writtenAt - now > AHEAD;
}

/**
 * Number of entries of the list that was last in use, stored in the data folder for all processes and for
 * restarts.
 */
function entriesBefore(path: string): number | undefined {
  const text = privateText(path);
  const count = text === undefined ? undefined : Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
}

/**
 * The published list only grows for years. A list that lost most of its entries was cut off or is another
 * list.
 */
function refuseShrunk(path: string, list: RevocationList, kept: string): void {
  const before = entriesBefore(kept);
  if (before === undefined || list.size * 2 >= before) return;
  throw new SettingsError([
    `${LIST} (${path}) has ${list.size} entries, the list before had ${before}; fetch it again, or remove ${kept} where it is right and send SIGHUP or restart`,
  ]);
}

/** @throws SettingsError if a list cannot be used, or lost more than half of its entries */
export function readRevocation(settings: Settings): Revocation {
  const path = settings.issuer.attestation.revocationList;
  if (path === undefined) return {};
  if (!existsSync(path))
    throw new SettingsError([
      `${LIST} (${path}) cannot be used: there is no such file; download it from ${SOURCE}`,
    ]);
  const list = readSettingFile(LIST, path, parseRevocationList);
  refuseShrunk(path, list, dataFolder(settings.data).listEntries);
  return { list, writtenAt: statSync(path).mtimeMs };
}

/** The number of entries with which later lists are compared. */
export function rememberEntries({ data }: Settings, { list }: Revocation): void {
  const { listEntries } = dataFolder(data);
  if (list === undefined || entriesBefore(listEntries) === list.size) return;
  try {
    replacePrivateFile(listEntries, `${list.size}\n`);
  } catch (error) {
    // If the disk is full, the list is used although its size is not stored.
    if (!(error instanceof UnavailableError)) throw error;
  }
}
