import { openFolder } from '../files/parquet.ts';
import { type Check, failuresOf, ok } from './findings.ts';

/** Whether the folder can be used, and DuckDB runs here. */
export const parquet: Check = async ({ settings }) => {
  const { parquet: configured } = settings.mediation.statistics;
  try {
    const opened = await openFolder(configured);
    opened?.duck.close();
    return [ok(opened ? `reports also read ${opened.folder}` : 'reports read the database alone')];
  } catch (error) {
    return failuresOf(error, 'name a folder that the user of the server can write, and install the package');
  }
};
