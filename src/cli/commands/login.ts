import { Command } from 'commander';
import { CONSOLE } from '../../accounts/client/console.ts';
import { omit } from '../../conventions/omit.ts';
import { callAdmin } from '../admin/client.ts';
import {
  adminContextOf,
  adminServerOf,
  type ConnectionOptions,
  connectionOf,
  folderTokenFileOf,
  namesServer,
  tokenFileOf,
  withConnection,
} from '../admin/connection.ts';
import { UsageError } from '../cli-errors.ts';
import { facts, print, writeError } from '../output.ts';
import { signIn } from '../sign-in/authorize.ts';
import { loginAt, type Server } from '../sign-in/choose-server.ts';
import { claimsOf } from '../sign-in/claims.ts';
import { checkedName, contextIn } from '../sign-in/contexts.ts';
import { contextsFile, readContexts } from '../sign-in/contexts-file.ts';
import { checkSameServer, keepSignIn, signOutOf } from '../sign-in/keep-sign-in.ts';
import { type KeptToken, readToken, writeSignedOut, writeToken } from '../sign-in/kept-token.ts';
import { revoke } from '../sign-in/revoke.ts';

const show = (address: string) =>
  writeError(`Open this address in a browser on this machine and sign in:\n\n  ${address}\n\n`);

interface Target {
  readonly url: string;
  /** Of the context. */
  readonly name: string;
}

/** The sign-in of a token file as a context has it. */
const signInOf = ({ accessToken, expiresAt, revocation }: KeptToken) => ({
  ...{ accessToken, expiresAt },
  revocationEndpoint: revocation,
  clientId: CONSOLE.clientId,
});

/** The server that options and variables name. @throws UsageError if they name none, as it would be a guess */
function namedServer(name: string, options: ConnectionOptions): Server {
  const unnamed = omit(options, 'context');
  const environment = omit(process.env, 'DIPTYCH_CONTEXT');
  const server = adminServerOf(unnamed, environment);
  if (server.context === undefined) return server;
  throw new UsageError(`name the server of the context ${name} with --admin-url or --data`);
}

/** The context to sign in to; undefined for the file of a data folder. @throws UsageError */
function targetOf(options: ConnectionOptions): Target | undefined {
  const { context: typed, tokenFile } = options;
  if (typed !== undefined && tokenFile !== undefined)
    throw new UsageError('--context and --token-file name two places for the sign-in; leave one out');
  const isElsewhere = namesServer(options) || tokenFile !== undefined;
  const wanted = typed ?? (isElsewhere ? undefined : process.env.DIPTYCH_CONTEXT || undefined);
  if (wanted === undefined) {
    const chosen = adminContextOf(options);
    return chosen && { url: chosen.place.url, name: chosen.name };
  }
  const name = checkedName(wanted);
  const all = readContexts();
  const known = isElsewhere ? undefined : contextIn(all, name)?.admin;
  const url = known?.url ?? namedServer(name, options).url;
  checkSameServer(all, 'admin', name, url);
  return { url, name };
}

async function loginTo({ url, name }: Target, options: ConnectionOptions): Promise<void> {
  const token = await signIn(url, show, loginAt('admin', name));
  const { email: person } = await callAdmin({ url, token: token.accessToken }, 'whoAmI', {});
  const place = { url, signIn: { ...signInOf(token), ...(person !== undefined && { person }) } };
  const before = await keepSignIn('admin', name, place);
  const expireTime = new Date(token.expiresAt).toISOString();
  const answer = { server: url, context: name, file: contextsFile(), person, expireTime };
  const other = before !== undefined && before !== person ? ` It was ${before} before.` : '';
  print(
    answer,
    options,
    () => `Signed in as ${person} until ${expireTime}.${other} The context ${name} is now the current one.`,
  );
}

async function login(options: ConnectionOptions): Promise<void> {
  const target = targetOf(options);
  if (target) return loginTo(target, options);
  const file = tokenFileOf(options);
  const token = await signIn(adminServerOf(options).url, show);
  writeToken(file, token);
  const expireTime = new Date(token.expiresAt).toISOString();
  print({ file, expireTime }, options, () => `Signed in until ${expireTime}.`);
}

const signedOutText = (wasSignedIn: boolean, revoked: boolean) => {
  if (!wasSignedIn) return 'No user was signed in.';
  return revoked ? 'Signed out.' : 'Signed out on this machine only; the server could not be reached.';
};

async function logout(options: ConnectionOptions): Promise<void> {
  const context = adminContextOf(options)?.name;
  if (context !== undefined) {
    const { url, wasSignedIn, revoked } = await signOutOf('admin', context);
    print({ server: url, context, revoked }, options, () => signedOutText(wasSignedIn, revoked));
    return;
  }
  const file = tokenFileOf(options);
  const token = readToken(file);
  const named = file !== folderTokenFileOf(options);
  if (token === undefined && named)
    throw new UsageError(`there is no sign-in in ${file}; name the file of login`);
  const signed = token === 'signedOut' ? undefined : token;
  const revoked = signed !== undefined && (await revoke(signInOf(signed)));
  if (signed !== undefined) writeSignedOut(file);
  print({ file, revoked }, options, () => signedOutText(signed !== undefined, revoked));
}

const LOGIN_HELP = `
Users who have a role can sign in: diptych users create EMAIL --role approver.
The commands that follow act as that user. The token ends after eight hours,
with diptych logout, and when the user is disabled or loses the role. Without a
context it is kept in the data folder. With --context NAME it is kept with the
address of the server in your configuration folder, and the context becomes the
current one: see diptych contexts --help.

Examples:
  diptych login --data ./diptych-data
  diptych login --context production --admin-url https://admin.example.com
  diptych login --admin-url http://127.0.0.1:8081 --token-file ~/.diptych-token`;

const LOGOUT_HELP = `
Commands then fail until a user signs in again; --as-admin uses the admin token.

Examples:
  diptych logout --data ./diptych-data
  diptych logout --context production`;

export function loginCommand(): Command {
  const command = new Command('login')
    .description('Sign in in the browser, as an operator with a role')
    .addHelpText('after', LOGIN_HELP)
    .action(login);
  return withConnection(command);
}

export function logoutCommand(): Command {
  const command = new Command('logout')
    .description('End the sign-in')
    .addHelpText('after', LOGOUT_HELP)
    .action(logout);
  return withConnection(command);
}

/** The expiry of the token; undefined for the admin token. */
function expiryOf(token: string): { readonly expireTime?: string } {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? { expireTime: new Date(exp * 1000).toISOString() } : {};
}

const CREDENTIALS = { adminToken: 'the admin token', signIn: 'a sign-in' } as const;

async function whoami(options: ConnectionOptions): Promise<void> {
  const connection = connectionOf(options);
  const { url, token, context } = connection;
  const caller = await callAdmin(connection, 'whoAmI', {});
  const answer = {
    server: url,
    ...(context && { context }),
    ...caller,
    ...(caller.credential === 'signIn' && expiryOf(token)),
  };
  const { email, id, publishers, credential, methods: _, ...rest } = answer;
  const shown = {
    user: email === undefined ? `none (${id})` : `${email} (${id})`,
    credential: CREDENTIALS[credential],
    ...rest,
    ...(publishers.length > 0 && { publishers: publishers.join(' ') }),
  };
  print(answer, options, () => facts(shown));
}

export function whoamiCommand(): Command {
  const command = new Command('whoami')
    .description('Show the user and the credential that commands use on this server')
    .addHelpText('after', '\nExamples:\n  diptych whoami\n  diptych whoami --data ./diptych-data --json')
    .action(whoami);
  return withConnection(command);
}
