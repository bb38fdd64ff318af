import type { Command } from 'commander';
import { type DataFolder, dataFolder, readAddresses } from '../../server/files/data-folder.ts';
import { UsageError } from '../failures.ts';
import { credentialOf } from './credential.ts';

/** The address of the running server, and a token for it. */
export interface Connection {
  readonly url: string;
  readonly token: string;
}

export interface ConnectionOptions {
  readonly data?: string;
  readonly adminUrl?: string;
  readonly adminPort?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly asAdmin?: boolean;
  readonly json?: boolean;
}

const DEFAULT_DATA = 'diptych-data';

/** The options that every command to a running server takes. */
export function withConnection(command: Command): Command {
  return command
    .option('--data <folder>', 'data folder of the server: its address and token are read there')
    .option('--admin-url <url>', 'address of the admin interface')
    .option('--admin-port <port>', 'port of the admin interface on this machine')
    .option('--token <token>', 'admin token, or access token of an operator; - reads the standard input')
    .option('--token-file <file>', 'where diptych login keeps its token; else in the data folder')
    .option('--as-admin', 'use the admin token of the data folder, even if a user is signed in')
    .option('--json', 'print the answer as JSON');
}

function folderOf({ data }: ConnectionOptions, environment: NodeJS.ProcessEnv): DataFolder {
  return dataFolder(data ?? environment.DIPTYCH_DATA ?? DEFAULT_DATA);
}

/** File of the sign-in token if none is named. */
export const folderTokenFileOf = (options: ConnectionOptions, environment = process.env): string =>
  folderOf(options, environment).operatorToken;

/** File of the sign-in token. */
export function tokenFileOf(options: ConnectionOptions, environment = process.env): string {
  return options.tokenFile ?? environment.DIPTYCH_TOKEN_FILE ?? folderTokenFileOf(options, environment);
}

/**
 * Address of the admin interface: from options, otherwise from variables, otherwise from the file that the
 * server wrote into its data folder.
 */
export function adminUrlOf(options: ConnectionOptions, environment = process.env): string {
  const folder = folderOf(options, environment);
  const port = options.adminPort ?? environment.DIPTYCH_ADMIN_PORT;
  const url =
    options.adminUrl ??
    environment.DIPTYCH_ADMIN_URL ??
    (port === undefined ? readAddresses(folder)?.adminUrl : `http://127.0.0.1:${port}`);
  if (!url) {
    throw new UsageError(
      `no server runs on the data folder ${folder.path}; name it with --data, or use --admin-url`,
    );
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(`${url} is no address; give one that starts with http:// or https://`);
  return url.replace(/\/$/, '');
}

/** The address of the server and the token for it. @throws UsageError if the named credential cannot be used */
export function connectionOf(options: ConnectionOptions, environment = process.env): Connection {
  const { adminToken, operatorToken } = folderOf(options, environment);
  const url = adminUrlOf(options, environment);
  return { url, token: credentialOf({ ...options, environment, adminToken, operatorToken }) };
}
