import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type DataFolder, dataFolder, readAddresses } from '../../server/data-folder.ts';
import { UsageError } from '../exit.ts';
import { readToken } from '../sign-in/kept-token.ts';

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
  readonly tokenFile?: string;
}

const DEFAULT_DATA = 'diptych-data';

/** The options that every command to a running server takes. */
export function withConnection(command: Command): Command {
  return command
    .option('--data <folder>', 'data folder of the server: its address and token are read there')
    .option('--admin-url <url>', 'address of the admin interface')
    .option('--admin-port <port>', 'port of the admin interface on this machine')
    .option('--token <token>', 'admin token, or an access token of an operator')
    .option('--token-file <file>', 'where diptych login keeps its token; else in the data folder')
    .option('--json', 'print the answer as JSON');
}

function folderOf({ data }: ConnectionOptions, environment: NodeJS.ProcessEnv): DataFolder {
  return dataFolder(data ?? environment.DIPTYCH_DATA ?? DEFAULT_DATA);
}

/** Where the token of a sign-in is kept. */
export function tokenFileOf(options: ConnectionOptions, environment = process.env): string {
  return options.tokenFile ?? environment.DIPTYCH_TOKEN_FILE ?? folderOf(options, environment).operatorToken;
}

/** Address of the admin interface: options first, then variables, then what the server wrote into its data folder. */
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

/** Nobody becomes an administrator because a sign-in has ended, so an old one is not passed over. */
function signedIn(options: ConnectionOptions, environment: NodeJS.ProcessEnv): string | undefined {
  const kept = readToken(tokenFileOf(options, environment));
  if (kept === undefined || kept.expiresAt > Date.now()) return kept?.accessToken;
  throw new UsageError('the sign-in has ended; run diptych login, or diptych logout to use the admin token');
}

/** As for the address; who is signed in comes before the admin token of the data folder. */
export function connectionOf(options: ConnectionOptions, environment = process.env): Connection {
  const url = adminUrlOf(options, environment);
  const { adminToken } = folderOf(options, environment);
  const token =
    options.token ?? environment.DIPTYCH_ADMIN_TOKEN ?? signedIn(options, environment) ?? tokenIn(adminToken);
  if (token) return { url, token };
  throw new UsageError(
    `there is no ${adminToken}; run diptych login, name the data folder with --data, or use --token`,
  );
}

function tokenIn(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
