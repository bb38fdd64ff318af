import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyFile, readKeyFolder } from '../../keys/archive.ts';
import { createPrivateFolder, replacePrivateFile } from '../../keys/private-files.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { DataFolder } from '../files/data-folder.ts';
import { dropReturn, returnProblem } from '../files/erased-may-return.ts';
import { refuseIfServed } from '../process/serving-process.ts';
import { BackupError } from './backup-files.ts';

// The erasures are files in the key folder (src/keys/holder-keys/erasures.ts): digests of ids, keyed by the code key.
const ERASED = 'holders/erased-';
const CODE_KEY = 'code.key';

const isErasures = ({ path }: KeyFile) => path.startsWith(ERASED);

const textOf = (files: readonly KeyFile[], name: string) =>
  Buffer.from(files.find(({ path }) => path === name)?.bytes ?? []).toString('utf8');

/** Lines of both files, each once: one of them may have been restored from a backup, too. */
function joined(one: string, other: string): Uint8Array {
  const lines = `${one}\n${other}`.split('\n').filter((line) => line !== '');
  return Buffer.from([...new Set(lines)].map((line) => `${line}\n`).join(''));
}

/**
 * The files of a key folder, with the erasures that another data folder knows too. @throws BackupError if that folder
 * cannot know them
 */
export function withErasures(keys: readonly KeyFile[], from: DataFolder): readonly KeyFile[] {
  if (!existsSync(from.keys))
    throw new BackupError(
      `${from.path} has no keys; name the data folder that was in use, or one of a later backup`,
    );
  if (keys.length === 0)
    throw new BackupError(
      'without its keys a restored folder cannot take erasures over; restore the keys too, or say --erased-may-return and settle it when the keys are in place',
    );
  const others = readKeyFolder(from.keys);
  // With another key, none of the digests would match.
  if (textOf(others, CODE_KEY) !== textOf(keys, CODE_KEY))
    throw new BackupError(
      `${from.path} belongs to another server, so its erasures are of other people; name the data folder that was in use`,
    );
  const names = new Set([...keys, ...others].filter(isErasures).map(({ path }) => path));
  const erasures = [...names].map((path) => ({
    path,
    bytes: joined(textOf(keys, path), textOf(others, path)),
  }));
  return [...keys.filter((file) => !isErasures(file)), ...erasures];
}

/**
 * Ends the state in which erased people may be back: with the erasures that another folder knows, which the next start
 * repeats, or because somebody has erased these people again. @throws SettingsError, BackupError
 */
export function settleErasures(folder: DataFolder, from: DataFolder | 'erasedAgain'): void {
  if (!returnProblem(folder))
    throw new SettingsError([
      `data: nothing is to be settled in ${folder.path}; name the restored data folder`,
    ]);
  if (from !== 'erasedAgain') {
    refuseIfServed(folder, 'stop it first: its next start erases the people again');
    createPrivateFolder(join(folder.keys, 'holders'));
    for (const file of withErasures(readKeyFolder(folder.keys), from).filter(isErasures))
      replacePrivateFile(join(folder.keys, file.path), Buffer.from(file.bytes).toString('utf8'));
  }
  dropReturn(folder);
}
