import { Command } from 'commander';
import { UsageError } from '../../failures.ts';
import { collect } from '../../options.ts';
import { print } from '../../output.ts';
import { BASE_URL, baseUrlOf, DATA, JSON_OPTION, type MediationOptions } from '../connection.ts';
import { readKept, signInFile, writeKept } from '../sign-in/kept.ts';
import { revokeSignIn, type SignInOptions, signInAt } from '../sign-in/sign-in.ts';

type Options = MediationOptions & SignInOptions;

async function signIn(options: Options): Promise<void> {
  const baseUrl = baseUrlOf(options);
  const file = signInFile();
  const signed = await signInAt(baseUrl, options, (address) => {
    process.stderr.write(`Open this address in a browser on this machine and sign in:\n\n  ${address}\n\n`);
  });
  const { servers } = readKept(file);
  writeKept(file, { current: baseUrl, servers: { ...servers, [baseUrl]: signed } });
  const answer = {
    server: baseUrl,
    file,
    expireTime: new Date(signed.expiresAt).toISOString(),
    refreshes: signed.refreshToken !== undefined,
  };
  const until = answer.refreshes ? 'until you sign out' : `until ${answer.expireTime}`;
  print(answer, options, () => `Signed in at ${baseUrl} ${until}. Commands use this server from now on.`);
}

async function signOut(options: Options): Promise<void> {
  const file = signInFile();
  const kept = readKept(file);
  const baseUrl = baseUrlOf(options);
  const { [baseUrl]: signed, ...servers } = kept.servers;
  if (signed === undefined) throw new UsageError(`you are not signed in at ${baseUrl}`);
  const revoked = await revokeSignIn(signed);
  const current = kept.current === baseUrl ? {} : { current: kept.current };
  writeKept(file, { ...(current.current !== undefined && { current: current.current }), servers });
  print({ server: baseUrl, revoked }, options, () =>
    revoked ? `Signed out at ${baseUrl}.` : 'Signed out on this machine only; the server did not confirm it.',
  );
}

const LOGIN_HELP = `
Opens the pages of the server, where you sign in and choose the publisher accounts. The sign-in is kept in
~/.config/diptych/mediation.json (DIPTYCH_SIGN_IN names another file), readable by you only, and refreshes itself. The
public service wants a client of your own: create one for desktop applications, and name its file.

Examples:
  diptych mediation login --base-url https://ads.example.com
  diptych mediation login --base-url https://ads.example.com --scope readonly
  diptych mediation login --base-url https://admob.googleapis.com --client-file client_secret.json`;

export const login = () =>
  new Command('login')
    .description('Sign in in the browser; later commands act as you, on this server')
    .addOption(BASE_URL)
    .option(...DATA)
    .option(
      '--client-file <file>',
      'client secrets file of an installed application; else the built-in client',
    )
    .option('--client-id <id>', 'public client of your own, without a secret')
    .option('--issuer <url>', 'authorization server; else that of the client file, or of the base URL')
    .option(
      '--scope <scope>',
      'such as readonly; several are possible; else all that the server has',
      collect,
    )
    .option(...JSON_OPTION)
    .addHelpText('after', LOGIN_HELP)
    .action(signIn);

export const logout = () =>
  new Command('logout')
    .description('End the sign-in at a server')
    .addOption(BASE_URL)
    .option(...DATA)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  diptych mediation logout')
    .action(signOut);
