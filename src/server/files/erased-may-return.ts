import { existsSync, rmSync } from 'node:fs';
import { Type } from 'typebox';
import type { DataFolder } from './data-folder.ts';
import { stateFile } from './state-file.ts';

const file = stateFile(
  'erasedMayReturn',
  Type.Object({
    /** Time of the backup that was restored (RFC 3339). */
    backup: Type.String({ pattern: '^[0-9TZ:.-]{1,40}$' }),
  }),
);

/** Notes that a backup was restored without the erasures after it. */
export const writeReturn = file.write;

export const dropReturn = ({ erasedMayReturn }: DataFolder): void => rmSync(erasedMayReturn, { force: true });

/** What is wrong and what to do while erased people may be back; undefined if that is settled. */
export function returnProblem(folder: DataFolder): { text: string; remedy: string } | undefined {
  if (!existsSync(folder.erasedMayReturn)) return undefined;
  // The problem stays if the file is damaged: the file exists, so the restore was not settled.
  const time = file.read(folder)?.backup ?? 'an unknown time';
  return {
    text: `people who were erased after the backup of ${time} may be back`,
    remedy: 'erase them again and settle it: diptych restore settle; see docs/operate/backup.md',
  };
}
