import { Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import {
  adminUrlOf,
  type ConnectionOptions,
  connectionOf,
  folderTokenFileOf,
  tokenFileOf,
  withConnection,
} from '../admin/connection.ts';
import { UsageError } from '../failures.ts';
import { facts, print } from '../output.ts';
import { revoke, signIn } from '../sign-in/authorize.ts';
import { readToken, writeSignedOut, writeToken } from '../sign-in/kept-token.ts';

async function login(options: ConnectionOptions): Promise<void> {
  const file = tokenFileOf(options);
  const token = await signIn(adminUrlOf(options), (address) => {
    process.stderr.write(`Open this address in a browser on this machine and sign in:\n\n  ${address}\n\n`);
  });
  writeToken(file, token);
  const expireTime = new Date(token.expiresAt).toISOString();
  print({ file, expireTime }, options, () => `Signed in until ${expireTime}.`);
}

async function logout(options: ConnectionOptions): Promise<void> {
  const file = tokenFileOf(options);
  const kept = readToken(file);
  const named = file !== folderTokenFileOf(options);
  if (kept === undefined && named)
    throw new UsageError(`there is no sign-in in ${file}; name the file of login`);
  const signIn = kept === 'signedOut' ? undefined : kept;
  const revoked = signIn !== undefined && (await revoke(signIn));
  if (signIn !== undefined) writeSignedOut(file);
  const told = revoked ? 'Signed out.' : 'Signed out on this machine only; the server could not be reached.';
  print({ file, revoked }, options, () => (signIn === undefined ? 'No user was signed in.' : told));
}

const LOGIN_HELP = `
Users who have a role can sign in: diptych users create EMAIL --role approver. The commands that follow act as that
user. The token ends after eight hours, with diptych logout, and when the user is disabled or loses the role.

Examples:
  diptych login --data ./diptych-data
  diptych login --admin-url http://127.0.0.1:8081 --token-file ~/.diptych-token`;

const LOGOUT_HELP = `
Commands then fail until a user signs in again; --as-admin uses the admin token.

Example:
  diptych logout --data ./diptych-data`;

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

/** The expiry of the token, which the server has verified; undefined for the admin token. */
function expiryOf(token: string): { readonly expireTime?: string } {
  try {
    const [, claims = ''] = token.split('.');
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly exp?: number };
    return exp === undefined ? {} : { expireTime: new Date(exp * 1000).toISOString() };
  } catch {
    return {};
  }
}

const CREDENTIALS = { adminToken: 'the admin token', signIn: 'a sign-in' } as const;

async function whoami(options: ConnectionOptions): Promise<void> {
  const { url, token } = connectionOf(options);
  const caller = await callAdmin({ url, token }, 'whoAmI', {});
  const answer = { server: url, ...caller, ...(caller.credential === 'signIn' && expiryOf(token)) };
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
