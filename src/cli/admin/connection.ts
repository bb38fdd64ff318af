import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { dataFolder, readAddresses } from '../../server/data-folder.ts';
import { UsageError } from '../exit.ts';

/** Where the running server is and what it lets in with. */
export interface Connection {
  readonly url: string;
  readonly token: string;
}

export interface ConnectionOptions {
  readonly data?: string;
  readonly adminUrl?: string;
  readonly adminPort?: string;
  readonly token?: string;
}

const DEFAULT_DATA = 'diptych-data';

/** The options that every command to a running server takes. */
export function withConnection(command: Command): Command {
  return command
    .option('--data <folder>', 'data folder of the server: its address and token are read there')
    .option('--admin-url <url>', 'address of the admin interface')
    .option('--admin-port <port>', 'port of the admin interface on this machine')
    .option('--token <token>', 'admin token')
    .option('--json', 'print the answer as JSON');
}

/** Options first, then variables, then what the server wrote into its data folder. */
export function connectionOf(options: ConnectionOptions, environment = process.env): Connection {
  const folder = dataFolder(options.data ?? environment.DIPTYCH_DATA ?? DEFAULT_DATA);
  const port = options.adminPort ?? environment.DIPTYCH_ADMIN_PORT;
  const url =
    options.adminUrl ??
    environment.DIPTYCH_ADMIN_URL ??
    (port === undefined ? readAddresses(folder)?.adminUrl : `http://127.0.0.1:${port}`);
  const token = options.token ?? environment.DIPTYCH_ADMIN_TOKEN ?? tokenIn(folder.adminToken);
  if (!url) {
    throw new UsageError(
      `no server runs on the data folder ${folder.path}; name it with --data, or use --admin-url`,
    );
  }
  if (!token) {
    throw new UsageError(
      `there is no ${folder.adminToken}; name the data folder with --data, or use --token`,
    );
  }
  return { url: url.replace(/\/$/, ''), token };
}

function tokenIn(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
