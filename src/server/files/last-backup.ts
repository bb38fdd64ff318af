import { statSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { privateText, replacePrivateFile } from '../../keys/private-files.ts';
import type { Settings } from '../config/settings.ts';
import type { DataFolder } from './data-folder.ts';

// Database and keys may be saved at different times: with PostgreSQL, diptych backup saves only the keys unless it is asked
// for a dump. Only both together can be restored.

const At = Type.String({ pattern: '^[0-9TZ:.-]{1,40}$' });
const Times = Type.Object({ database: Type.Optional(At), keys: Type.Optional(At) });
const format = Compile(Times);

export type BackupPart = keyof Static<typeof Times>;
export const BACKUP_PARTS = ['database', 'keys'] as const satisfies readonly BackupPart[];

/** When each part was last saved, in milliseconds since the epoch. */
export type LastBackup = { readonly [Part in BackupPart]?: number };

type Database = Pick<Settings['database'], 'url'>;

/** Earlier versions noted one time: of the database with SQLite, and of the keys with PostgreSQL. */
function timesIn(text: string, { url }: Database): Static<typeof Times> {
  if (!text.startsWith('{')) return url === undefined ? { database: text } : { keys: text };
  const content: unknown = JSON.parse(text);
  return format.Check(content) ? content : {};
}

function noted({ lastBackup: path }: DataFolder, database: Database): Static<typeof Times> {
  try {
    return timesIn(privateText(path)?.trim() ?? '{}', database);
  } catch {
    return {};
  }
}

/** Notes the time of a complete backup in the data folder, for metrics, doctor and `diptych status`. */
export function noteBackup(
  folder: DataFolder,
  database: Database,
  { parts, time }: { readonly parts: readonly BackupPart[]; readonly time: string },
): void {
  const times = { ...noted(folder, database), ...Object.fromEntries(parts.map((part) => [part, time])) };
  // root may have made the backup; the server must be able to read the file.
  const owner = process.geteuid?.() === 0 ? statSync(folder.path) : undefined;
  replacePrivateFile(folder.lastBackup, `${JSON.stringify(times)}\n`, owner);
}

export function lastBackup(folder: DataFolder, database: Database): LastBackup {
  const times = noted(folder, database);
  return Object.fromEntries(
    BACKUP_PARTS.flatMap((part) => {
      const at = Date.parse(times[part] ?? '');
      return Number.isNaN(at) ? [] : [[part, at]];
    }),
  );
}
