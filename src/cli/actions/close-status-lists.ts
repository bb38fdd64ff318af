import { loadSettings } from '../../server/config/load-settings.ts';
import { closeStatusLists } from '../../server/database/close-status-lists.ts';
import { print } from '../output.ts';

interface Options {
  readonly config?: string;
  readonly data?: string;
  readonly json?: boolean;
}

export async function close({ config, data, json }: Options): Promise<void> {
  const settings = loadSettings({ file: config, environment: process.env, options: { data } });
  const closed = await closeStatusLists(settings);
  print({ closed }, { json: json === true }, () => `closed ${closed} status lists`);
}
