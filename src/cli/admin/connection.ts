import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { ClientTls } from '../../client/transport/client-tls.ts';
import { type DataFolder, dataFolder, readAddresses } from '../../server/files/data-folder.ts';
import { UsageError } from '../cli-errors.ts';
import { notice } from '../output.ts';
import { type ChosenServer, chosenContext, type Server, serverOf } from '../sign-in/choose-server.ts';
import { credentialOf } from './credential.ts';

/** The address of the running server, and a token for it. */
export interface Connection {
  readonly url: string;
  readonly token: string;
  /** The name of the context whose server it is. */
  readonly context?: string;
  readonly tls?: ClientTls | undefined;
}

export interface ConnectionOptions {
  readonly context?: string;
  readonly data?: string;
  readonly adminUrl?: string;
  readonly adminPort?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly asAdmin?: boolean;
  readonly json?: boolean;
}

const DEFAULT_DATA = 'diptych-data';

const option = (flags: string, description: string) => new Option(flags, description);

/** Made once for all commands, because making them takes time at each start. */
const OPTIONS: readonly Option[] = [
  option('--context <name>', 'server and sign-in of diptych login --context; else DIPTYCH_CONTEXT'),
  option('--data <folder>', 'data folder of the server: its address and token are read there'),
  option('--admin-url <url>', 'address of the admin interface'),
  option('--admin-port <port>', 'port of the admin interface on this machine'),
  option('--token <token>', 'admin token, or access token of an operator; - reads the standard input'),
  option('--token-file <file>', 'where diptych login keeps its token; else in the data folder'),
  option('--as-admin', 'use the admin token of the data folder, even if a user is signed in'),
  option('--json', 'print the answer as JSON'),
];

/** Adds the options that every command to a running server takes. */
export function withConnection(command: Command): Command {
  for (const one of OPTIONS) command.addOption(one);
  return command;
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

/** @throws UsageError */
function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${text} is no address; give one that starts with http:// or https://`);
  return text.replace(/\/$/, '');
}

const noServer = ({ path }: DataFolder) =>
  new UsageError(`no server runs on the data folder ${path}; name it with --data, or use --admin-url`);

/** The address that the server wrote into its data folder. @throws UsageError if no server runs on a folder that is named */
function addressIn(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  const folder = dataFolder(path);
  const { adminUrl } = readAddresses(folder) ?? {};
  if (adminUrl !== undefined) return adminUrl;
  throw noServer(folder);
}

const onLoopback = (port: string | undefined) => port && `http://127.0.0.1:${port}`;

/** The credentials of a data folder. They are not sent to the server of a context. */
const ofFolder = (options: ConnectionOptions, environment: NodeJS.ProcessEnv) =>
  [
    ['--as-admin', options.asAdmin],
    ['--token-file', options.tokenFile],
    ['DIPTYCH_TOKEN_FILE', environment.DIPTYCH_TOKEN_FILE],
    ['DIPTYCH_ADMIN_TOKEN', environment.DIPTYCH_ADMIN_TOKEN],
  ].find(([, value]) => value !== undefined && value !== false)?.[0];

/** Whether options or variables name a server otherwise than by a context. */
export const namesServer = (
  { adminUrl, adminPort, data }: ConnectionOptions,
  { DIPTYCH_ADMIN_URL, DIPTYCH_ADMIN_PORT, DIPTYCH_DATA }: NodeJS.ProcessEnv = process.env,
): boolean =>
  [adminUrl, adminPort, data, DIPTYCH_ADMIN_URL, DIPTYCH_ADMIN_PORT, DIPTYCH_DATA].some(
    (one) => one !== undefined && one !== '',
  );

/** The context of a command that needs no running server. @throws UsageError */
export function adminContextOf(
  options: ConnectionOptions,
  environment = process.env,
): ChosenServer | undefined {
  const onlyTyped = namesServer(options, environment) || ofFolder(options, environment) !== undefined;
  return chosenContext({ kind: 'admin', options, environment, onlyTyped });
}

/** The server of the admin interface, by the table of precedence. @throws UsageError */
export function adminServerOf(options: ConnectionOptions, environment = process.env): Server {
  const credential = ofFolder(options, environment);
  const { context } = options;
  if (context !== undefined && credential !== undefined)
    throw new UsageError(`--context ${context} and ${credential} name two credentials; leave one out`);
  const folder = folderOf(options, environment);
  const server = serverOf({
    kind: 'admin',
    options,
    environment,
    given: {
      '--admin-url': () => options.adminUrl,
      '--admin-port': () => onLoopback(options.adminPort),
      DIPTYCH_ADMIN_URL: () => environment.DIPTYCH_ADMIN_URL,
      DIPTYCH_ADMIN_PORT: () => onLoopback(environment.DIPTYCH_ADMIN_PORT),
      '--data': () => addressIn(options.data),
      DIPTYCH_DATA: () => addressIn(environment.DIPTYCH_DATA),
      'diptych-data': () => readAddresses(folder)?.adminUrl,
    },
    onlyTyped: credential !== undefined,
    checked: checkedUrl,
  });
  if (server === undefined) throw noServer(folder);
  return server;
}

/** Says where a command goes that the user may have meant for the server of this folder. */
function tellCurrent({ context, by, url }: Server, folder: DataFolder, options: ConnectionOptions): void {
  if (by === 'the current context' && existsSync(folder.addresses))
    notice(`using the context ${context?.name} (${url}), not the server of ${folder.path}`, options);
}

/** The address of the server and the token for it. @throws UsageError if the named credential cannot be used */
export function connectionOf(options: ConnectionOptions, environment = process.env): Connection {
  const folder = folderOf(options, environment);
  const { adminToken, operatorToken } = folder;
  const server = adminServerOf(options, environment);
  const { url, context } = server;
  tellCurrent(server, folder, options);
  const token = credentialOf({ ...options, environment, adminToken, operatorToken, context });
  return { url, token, ...(context && { context: context.name }) };
}
