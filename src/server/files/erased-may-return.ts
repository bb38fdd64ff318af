import { existsSync, rmSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { privateText, replacePrivateFile } from '../../keys/private-files.ts';
import type { DataFolder } from './data-folder.ts';

const Return = Type.Object({
  /** Time of the backup that was restored (RFC 3339). */
  backup: Type.String({ pattern: '^[0-9TZ:.-]{1,40}$' }),
});
type Return = Static<typeof Return>;
const format = Compile(Return);

/** Notes that a backup was restored without the erasures after it. */
export const writeReturn = ({ erasedMayReturn }: DataFolder, content: Return): void =>
  replacePrivateFile(erasedMayReturn, `${JSON.stringify(content)}\n`);

export const dropReturn = ({ erasedMayReturn }: DataFolder): void => rmSync(erasedMayReturn, { force: true });

function timeOf(path: string): string {
  try {
    const content: unknown = JSON.parse(privateText(path) ?? '');
    if (format.Check(content)) return content.backup;
  } catch {
    // Also a damaged file says that somebody may be back.
  }
  return 'an unknown time';
}

/** What is wrong and what to do while erased people may be back; undefined if that is settled. */
export function returnProblem({ erasedMayReturn }: DataFolder): { text: string; remedy: string } | undefined {
  if (!existsSync(erasedMayReturn)) return undefined;
  return {
    text: `people who were erased after the backup of ${timeOf(erasedMayReturn)} may be back`,
    remedy: 'erase them again and settle it: diptych restore settle; see docs/operate/backup.md',
  };
}
