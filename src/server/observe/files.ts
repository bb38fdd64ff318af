import type { Logger } from 'pino';
import type { LoadedCatalogue } from '../../mediation/ports/catalogue.ts';
import { SettingsError } from '../config/error.ts';

/** Files that are read again while the server runs. */
export function observeFiles(logger: Logger) {
  return (setting: string, failure?: Error) => {
    if (failure === undefined) logger.info({ setting }, 'files read again');
    else {
      const problems = failure instanceof SettingsError ? failure.problems : [failure.message];
      logger.error({ setting, problems }, 'files refused; those before stay in use');
    }
  };
}

export function observeCatalogue(logger: Logger) {
  return ({ file, version, problems }: LoadedCatalogue) => {
    if (problems.length === 0) logger.info({ file, version }, 'catalogue read');
    else logger.error({ file, version, problems }, 'catalogue refused; this version stays in use');
  };
}
