import { type Command, Option } from 'commander';
import { type LiveAccount, liveAccount } from '../../client/live-account.ts';
import { allOf } from '../../client/pages.ts';
import { dataFolder, readAddresses } from '../../server/files/data-folder.ts';
import { UsageError } from '../cli-errors.ts';
import { secretOption } from '../secret-input.ts';
import { loginAt, type Server, serverOf } from '../sign-in/choose-server.ts';
import { namesAt } from '../sign-in/contexts.ts';
import { readContexts } from '../sign-in/contexts-file.ts';
import { type MediationApi, mediationAt } from './client/client.ts';

/** The options that every command to a mediation interface takes. */
export interface MediationOptions {
  readonly context?: string;
  readonly baseUrl?: string;
  readonly data?: string;
  readonly token?: string;
  readonly account?: string;
  readonly json?: boolean;
  readonly wide?: boolean;
}

export const BASE_URL = new Option(
  '--base-url <url>',
  'address of the mediation interface; else DIPTYCH_BASE_URL, the current context, or the local server',
);

export const CONTEXT = new Option(
  '--context <name>',
  'server and sign-in of diptych mediation login --context; else DIPTYCH_CONTEXT, or the current one',
);

export const DATA = [
  '--data <folder>',
  'data folder of a server on this machine: its address is read there',
] as const;
export const JSON_OPTION = ['--json', 'print the objects of the interface as JSON'] as const;

export function withMediation(command: Command): Command {
  return command
    .addOption(CONTEXT)
    .addOption(BASE_URL)
    .option(...DATA)
    .option('--token <token>', 'access token; - reads the standard input; else DIPTYCH_TOKEN, or the sign-in')
    .option(
      '--account <id>',
      'publisher account, pub- and 16 digits; else the only one that the token may see',
    )
    .option(...JSON_OPTION);
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** The address without a slash at its end. @throws UsageError */
function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--base-url takes an address that starts with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--base-url must not contain a password; pass a token with --token -');
  return `${url.origin}${withoutSlashes(url.pathname).replace(/\/v1beta$/, '')}`;
}

const DEFAULT_DATA = 'diptych-data';

const noServer = (folder: string) =>
  new UsageError(`no server runs on the data folder ${folder}; use --base-url`);

const addressIn = (folder: string) => readAddresses(dataFolder(folder))?.url;

/** @throws UsageError if no server runs on a folder that is named */
function addressOf(folder: string | undefined): string | undefined {
  if (folder === undefined || folder === '') return undefined;
  const url = addressIn(folder);
  if (url === undefined) throw noServer(folder);
  return url;
}

/** The server of the mediation interface, by the table of precedence. @throws UsageError */
export function mediationServerOf(options: MediationOptions, environment = process.env): Server {
  const { DIPTYCH_BASE_URL: ofVariable, DIPTYCH_DATA: folder } = environment;
  const server = serverOf({
    kind: 'mediation',
    options,
    environment,
    given: {
      '--base-url': () => options.baseUrl,
      '--data': () => addressOf(options.data),
      DIPTYCH_BASE_URL: () => ofVariable,
      DIPTYCH_DATA: () => addressOf(folder),
      'diptych-data': () => addressIn(DEFAULT_DATA),
    },
    onlyTyped: false,
    checked: checkedUrl,
  });
  if (server !== undefined) return server;
  throw new UsageError('name the server with --base-url, or run diptych mediation login --base-url URL once');
}

export const baseUrlOf = (options: MediationOptions, environment = process.env): string =>
  mediationServerOf(options, environment).url;

/**
 * The name of the context with the sign-in for a server that an option or a variable names: the one in use, or the only one
 * with this address. @throws UsageError
 */
export function contextAt({ url, context }: Server, environment: NodeJS.ProcessEnv): string {
  if (context !== undefined) return context.name;
  const all = readContexts(environment);
  const names = namesAt(all, 'mediation', url);
  const { DIPTYCH_CONTEXT: inUse = all.current } = environment;
  const [only, second] = names;
  if (inUse !== undefined && names.includes(inUse)) return inUse;
  if (only === undefined)
    throw new UsageError(
      `you are not signed in at ${url}; run diptych mediation login --base-url ${url}, or set DIPTYCH_TOKEN`,
    );
  if (second === undefined) return only;
  throw new UsageError(`several contexts are for ${url}; name one with --context: ${names.join(', ')}`);
}

/** Asks for the token when it is first needed. */
function tokenOf({ token, context, json }: MediationOptions, server: Server, environment: NodeJS.ProcessEnv) {
  if (token !== undefined) {
    const secret = { option: '--token', what: 'token', instead: 'use --token - or DIPTYCH_TOKEN', json };
    const value = secretOption(token, secret);
    return () => value;
  }
  const { DIPTYCH_TOKEN: ofVariable } = environment;
  if (ofVariable && context !== undefined)
    throw new UsageError(`--context ${context} and DIPTYCH_TOKEN name two credentials; leave one out`);
  if (ofVariable) return () => ofVariable.trim();
  let name: string | undefined;
  return async () => {
    name ??= contextAt(server, environment);
    const { freshToken } = await import('./sign-in/refresh-token.ts');
    return freshToken(name, environment);
  };
}

/** `pub-…` or `accounts/pub-…`, as a resource name. @throws UsageError */
export function accountName(text: string): string {
  const [, id] = /^(?:accounts\/)?(pub-\d{1,20})$/.exec(text) ?? [];
  if (id === undefined) throw new UsageError('--account takes a publisher id: pub- and 16 digits');
  return `accounts/${id}`;
}

async function onlyAccount(api: MediationApi): Promise<string> {
  const accounts = await allOf(api.items('accounts.list', 'account', {}));
  const [first, second] = accounts;
  if (!first) throw new UsageError('the token may see no publisher account; ask an operator to add one');
  if (second) {
    const ids = accounts.map(({ publisherId }) => publisherId).join(', ');
    throw new UsageError(`the token may see several publisher accounts; name one with --account: ${ids}`);
  }
  return first.name ?? '';
}

/** What a command works with: the client, and the publisher account. */
export interface MediationSession {
  readonly api: MediationApi;
  /** Resource name of the account, `accounts/pub-…`; asked for when it is first needed. */
  account(): Promise<string>;
  /** What the account has. */
  readonly live: LiveAccount;
}

export const sessionOn = (api: MediationApi, account: () => Promise<string>): MediationSession => ({
  api,
  account,
  live: liveAccount(api, account),
});

/** Finds the server and the token when they are first needed: some commands can do without. */
export function mediationSession(options: MediationOptions, environment = process.env): MediationSession {
  let api: MediationApi | undefined;
  const connected = (): MediationApi => {
    if (api === undefined) {
      const server = mediationServerOf(options, environment);
      const token = tokenOf(options, server, environment);
      const { url: baseUrl, context } = server;
      api = mediationAt({
        baseUrl,
        token,
        ...(context && { signIn: loginAt('mediation', context.name) }),
      });
    }
    return api;
  };
  let name: Promise<string> | undefined;
  const { account: given } = options;
  const account = () => {
    name ??= given === undefined ? onlyAccount(connected()) : Promise.resolve(accountName(given));
    return name;
  };
  return {
    get api() {
      return connected();
    },
    account,
    get live() {
      return liveAccount(connected(), account);
    },
  };
}
