import { HOUR } from '../../conventions/time.ts';
import { BACKUP_PARTS, type BackupPart, lastBackup } from '../files/last-backup.ts';
import { hasTokenKeys, TOKEN_NOT_SAVED } from '../files/token-keys.ts';
import { type Check, type Finding, ok, type Subject, warning } from './findings.ts';

/** A backup is made every night. */
const LATE = 26 * HOUR;

const REMEDIES: Readonly<Record<BackupPart, string>> = {
  database: 'make one every night: diptych backup --to FOLDER --with-keys; see docs/operate/backup.md',
  keys: 'save them with the database: diptych backup --to FOLDER --with-keys',
};

/** Doctor does not see the base backups of PostgreSQL. */
const DUMP =
  'make one every night: diptych backup --to FOLDER --with-dump --with-keys; base backups and an archive of PostgreSQL do too, but are not seen here';

function findingOf(part: BackupPart, at: number | undefined, { settings, now }: Subject): Finding {
  const remedy = part === 'database' && settings.database.url !== undefined ? DUMP : REMEDIES[part];
  if (at === undefined) return warning(`no backup of the ${part} was ever made by diptych backup`, remedy);
  const token = part === 'keys' && hasTokenKeys(settings) ? `. ${TOKEN_NOT_SAVED}` : '';
  const text = `the last backup of the ${part} was made ${Math.floor((now - at) / HOUR)} hours ago${token}`;
  return now - at > LATE ? warning(text, remedy) : ok(text);
}

/** Database and keys apart: only both together can be restored. A sandbox needs none. */
export const backups: Check = (subject) => {
  const { settings, folder, database } = subject;
  if (settings.profile !== 'production' || !database) return [];
  const last = lastBackup(folder);
  return BACKUP_PARTS.map((part) => findingOf(part, last[part], subject));
};
