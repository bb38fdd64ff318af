import { Command } from 'commander';
import { adminUrlOf, type ConnectionOptions, tokenFileOf, withConnection } from '../admin/connection.ts';
import { print } from '../output.ts';
import { revoke, signIn } from '../sign-in/authorize.ts';
import { readToken, removeToken, writeToken } from '../sign-in/kept-token.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
}

async function login(options: Options): Promise<void> {
  const file = tokenFileOf(options);
  const token = await signIn(adminUrlOf(options), (address) => {
    process.stderr.write(`Open this address in a browser on this machine and sign in:\n\n  ${address}\n\n`);
  });
  writeToken(file, token);
  const expireTime = new Date(token.expiresAt).toISOString();
  print({ file, expireTime }, options, () => `Signed in until ${expireTime}.`);
}

async function logout(options: Options): Promise<void> {
  const file = tokenFileOf(options);
  const kept = readToken(file);
  const revoked = kept !== undefined && (await revoke(kept));
  removeToken(file);
  const told = revoked ? 'Signed out.' : 'Signed out here; the server could not be told.';
  print({ file, revoked }, options, () => (kept === undefined ? 'Nobody was signed in.' : told));
}

const LOGIN_HELP = `
Users who have a role can sign in: diptych users create EMAIL --role approver. The commands that follow act as that
user. The token ends after eight hours, with diptych logout, and when the user is disabled or loses the role.

Examples:
  diptych login --data ./diptych-data
  diptych login --admin-url http://127.0.0.1:8081 --token-file ~/.diptych-token`;

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
    .addHelpText('after', `\nExample:\n  diptych logout --data ./diptych-data`)
    .action(logout);
  return withConnection(command);
}
