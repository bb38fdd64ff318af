import type { Settings } from '../config/settings.ts';
import { refuseDangers } from '../config/unsafe-settings.ts';
import { createDataFolder } from '../files/create-data-folder.ts';
import { requireFree } from '../listeners/require-free.ts';
import { lockFolder } from './folder-lock.ts';

interface Running {
  close(): Promise<void>;
}

/**
 * Starts the only server of its addresses and, on SQLite, of its data folder: independent servers share a folder only on
 * PostgreSQL. Dangerous settings and addresses in use are refused before anything is made. @throws SettingsError
 */
export async function startAlone<T extends Running>(settings: Settings, start: () => Promise<T>): Promise<T> {
  refuseDangers(settings);
  await requireFree(settings);
  const isShared = settings.database.url !== undefined;
  const unlock = isShared ? () => {} : lockFolder(createDataFolder(settings.data));
  try {
    const running = await start();
    return {
      ...running,
      async close() {
        await running.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
