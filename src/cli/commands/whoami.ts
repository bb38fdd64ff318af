import { Command } from 'commander';
import { decodeJwt } from 'jose';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { facts, print } from '../output.ts';

/** The server has accepted the token, so what it says of itself holds. The admin token does not end. */
function expiryOf(token: string): { readonly expireTime?: string } {
  try {
    const { exp } = decodeJwt(token);
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
  const { email, id, publishers, credential, ...rest } = answer;
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
