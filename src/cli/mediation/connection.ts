import { type Command, Option } from 'commander';
import { dataFolder, readAddresses } from '../../server/files/data-folder.ts';
import { UsageError } from '../failures.ts';
import { secretOption } from '../secret-input.ts';
import { allOf, type MediationApi, mediationClient } from './client/index.ts';
import { freshToken } from './sign-in/fresh.ts';
import { readKept, signInFile } from './sign-in/kept.ts';

/** The options that every command to a mediation interface takes. */
export interface MediationOptions {
  readonly baseUrl?: string;
  readonly data?: string;
  readonly token?: string;
  readonly account?: string;
  readonly json?: boolean;
  readonly wide?: boolean;
}

export const BASE_URL = new Option(
  '--base-url <url>',
  'address of the mediation interface; else DIPTYCH_BASE_URL, the server of the last sign-in, or the local server',
);

export const DATA = [
  '--data <folder>',
  'data folder of a server on this machine: its address is read there',
] as const;
export const JSON_OPTION = ['--json', 'print the objects of the interface as JSON'] as const;

export function withMediation(command: Command): Command {
  return command
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
export function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--base-url takes an address that starts with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--base-url must not contain a password; pass a token with --token -');
  return `${url.origin}${withoutSlashes(url.pathname).replace(/\/v1beta$/, '')}`;
}

const DEFAULT_DATA = 'diptych-data';

/**
 * Address of the mediation interface: from the option, from `DIPTYCH_BASE_URL`, of the named data folder, of the last
 * sign-in, of the default data folder.
 */
export function baseUrlOf(options: MediationOptions, environment = process.env): string {
  const { DIPTYCH_BASE_URL: ofVariable, DIPTYCH_DATA: folder } = environment;
  if (options.baseUrl !== undefined) return checkedUrl(options.baseUrl);
  const local = (path: string) => readAddresses(dataFolder(path))?.url;
  if (options.data === undefined && ofVariable) return checkedUrl(ofVariable);
  const named = options.data ?? folder;
  const found = named === undefined ? readKept(signInFile(environment)).current : local(named);
  const url = found ?? (named === undefined ? local(DEFAULT_DATA) : undefined);
  if (url !== undefined) return checkedUrl(url);
  throw new UsageError(
    named === undefined
      ? 'name the server with --base-url, or run diptych mediation login --base-url URL once'
      : `no server runs on the data folder ${named}; use --base-url`,
  );
}

/** Asks for the token when it is first needed. */
function tokenOf({ token, json }: MediationOptions, baseUrl: string, environment: NodeJS.ProcessEnv) {
  if (token !== undefined) {
    const secret = { option: '--token', what: 'token', instead: 'use --token - or DIPTYCH_TOKEN', json };
    const value = secretOption(token, secret);
    return () => value;
  }
  const { DIPTYCH_TOKEN: ofVariable } = environment;
  if (ofVariable) return () => ofVariable.trim();
  return () => freshToken(signInFile(environment), baseUrl);
}

/** `pub-…` or `accounts/pub-…`, as a resource name. @throws UsageError */
export function accountName(text: string): string {
  const [, id] = /^(?:accounts\/)?(pub-\d{1,20})$/.exec(text) ?? [];
  if (id === undefined) throw new UsageError('--account takes a publisher id: pub- and 16 digits');
  return `accounts/${id}`;
}

async function onlyAccount(api: MediationApi): Promise<string> {
  const accounts = await allOf(api.items('accounts.list', 'account'));
  const [first, second] = accounts;
  if (!first) throw new UsageError('the token may see no publisher account; ask an operator to add one');
  if (second) {
    const ids = accounts.map(({ publisherId }) => publisherId).join(', ');
    throw new UsageError(`the token may see several publisher accounts; name one with --account: ${ids}`);
  }
  return first.name ?? '';
}

/** What a command works with: the client, and the publisher account. */
export interface Desk {
  readonly api: MediationApi;
  /** Resource name of the account, `accounts/pub-…`; asked for when it is first needed. */
  account(): Promise<string>;
}

/** Finds the server and the token when they are first needed: some commands can do without. */
export function deskOf(options: MediationOptions, environment = process.env): Desk {
  let api: MediationApi | undefined;
  const connected = (): MediationApi => {
    if (api === undefined) {
      const baseUrl = baseUrlOf(options, environment);
      api = mediationClient({ baseUrl, token: tokenOf(options, baseUrl, environment) });
    }
    return api;
  };
  let account: Promise<string> | undefined;
  const { account: given } = options;
  return {
    get api() {
      return connected();
    },
    account: () => {
      account ??= given === undefined ? onlyAccount(connected()) : Promise.resolve(accountName(given));
      return account;
    },
  };
}
