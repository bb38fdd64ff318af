import { accessSync, constants, statSync } from 'node:fs';
import type { Database } from '../../storage/database.ts';
import { DuckMissing, openDuck } from '../../storage/mediation/parquet/duckdb.ts';
import { type MadeDays, parquetDays } from '../../storage/mediation/parquet/parquet-days.ts';
import type { Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';

const SETTING = 'mediation.statistics.parquet.folder';

type ParquetSettings = Settings['mediation']['statistics']['parquet'];

/** A missing folder is refused, not created: it may be on a volume that is not mounted. @throws SettingsError */
function requireFolder(folder: string): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (statSync(folder).isDirectory()) return;
  } catch {
    // It is refused below.
  }
  throw new SettingsError([`${SETTING}: ${folder} is not a folder that this user can read and write`]);
}

/** Opens DuckDB, if a folder is set. @throws SettingsError */
export async function openFolder({ folder, memoryMegabytes }: ParquetSettings) {
  if (folder === undefined) return undefined;
  requireFolder(folder);
  try {
    return { folder, duck: await openDuck({ folder, memoryMegabytes }) };
  } catch (error) {
    if (error instanceof DuckMissing) throw new SettingsError([`${SETTING}: ${error.message}`]);
    throw error;
  }
}

type Folder = Awaited<ReturnType<typeof openFolder>>;

export const daysIn = (
  opened: Folder,
  database: Database,
  observe: (publisherId: string, error: unknown) => void = () => {},
): MadeDays | undefined => opened && parquetDays({ ...opened, database, observe });
