import { type Static, Type } from 'typebox';
import type { DataFolder } from './data-folder.ts';
import { stateFile } from './state-file.ts';

// Database and keys may be saved at different times: with PostgreSQL, diptych backup saves only the keys unless it is asked
// for a dump. Only both together can be restored.

const At = Type.String({ pattern: '^[0-9TZ:.-]{1,40}$' });
const Times = Type.Object({ database: Type.Optional(At), keys: Type.Optional(At) });
const file = stateFile('lastBackup', Times);

export type BackupPart = keyof Static<typeof Times>;
export const BACKUP_PARTS = ['database', 'keys'] as const satisfies readonly BackupPart[];

/** When each part was last saved, in milliseconds since the epoch. */
type LastBackup = { readonly [Part in BackupPart]?: number };

/** Records the time of a complete backup in the data folder, for metrics, doctor and `diptych status`. */
export function recordBackup(
  folder: DataFolder,
  { parts, time }: { readonly parts: readonly BackupPart[]; readonly time: string },
): void {
  file.write(folder, { ...file.read(folder), ...Object.fromEntries(parts.map((part) => [part, time])) });
}

export function lastBackup(folder: DataFolder): LastBackup {
  const times = file.read(folder) ?? {};
  return Object.fromEntries(
    BACKUP_PARTS.flatMap((part) => {
      const at = Date.parse(times[part] ?? '');
      return Number.isNaN(at) ? [] : [[part, at]];
    }),
  );
}
