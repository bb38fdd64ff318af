import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../conventions/time.ts';
import { CatalogueError, parseCatalogue } from '../../mediation/catalogue/index.ts';
import type { CatalogueSource, CurrentCatalogue, LoadedCatalogue } from '../../mediation/ports/catalogue.ts';
import { SettingsError } from '../config/load-settings.ts';
import { fileChanges } from './setting-file.ts';

const SHIPPED = fileURLToPath(new URL('../../../data/catalogue.json', import.meta.url));

/** The catalogue that the server uses. */
export interface CatalogueFile extends CatalogueSource {
  readonly current: CurrentCatalogue;
}

/** Called for each reading after the first. */
export type ObserveCatalogue = (loaded: LoadedCatalogue) => void;

function read(file: string, loadedAt: number): LoadedCatalogue {
  try {
    const text = readFileSync(file, 'utf8');
    const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return { catalogue: parseCatalogue(text), file, version, loadedAt, problems: [] };
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    throw new CatalogueError([{ description: (error as Error).message }]);
  }
}

/** @throws SettingsError with all problems of the file */
function readFirst(file: string, clock: Clock): LoadedCatalogue {
  try {
    return read(file, clock());
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new SettingsError(
      error.problems.map((text) => `mediation.catalogue (${file}) cannot be used: ${text}`),
    );
  }
}

/** The catalogue from a file, or the shipped one. It is reloaded when the file changes. */
export function catalogueFile(
  path: string | undefined,
  clock: Clock,
  observe: ObserveCatalogue = () => {},
): CatalogueFile {
  const file = path ?? SHIPPED;
  const changes = fileChanges([file], clock);
  let loaded = readFirst(file, clock);

  const reload = (): LoadedCatalogue => {
    changes.seen();
    try {
      loaded = read(file, clock());
      return loaded;
    } catch (error) {
      if (error instanceof CatalogueError) loaded = { ...loaded, problems: error.problems };
      throw error;
    } finally {
      observe(loaded);
    }
  };

  const look = (): void => {
    if (!changes.happened()) return;
    try {
      reload();
    } catch (error) {
      // The observer already got the error, and the previous catalogue stays in use.
      if (!(error instanceof CatalogueError)) throw error;
    }
  };

  const seen = (): LoadedCatalogue => {
    look();
    return loaded;
  };
  return { reload, loaded: seen, current: () => seen().catalogue };
}
