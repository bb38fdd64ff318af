import { Command } from 'commander';
import { omit } from '../../../conventions/omit.ts';
import { UsageError } from '../../cli-errors.ts';
import { collect } from '../../options.ts';
import { print, writeError } from '../../output.ts';
import { loginAt } from '../../sign-in/choose-server.ts';
import { checkedName, contextIn, namesAt, newName } from '../../sign-in/contexts.ts';
import { contextsFile, readContexts } from '../../sign-in/contexts-file.ts';
import { checkSameServer, keepSignIn, signOutOf } from '../../sign-in/keep-sign-in.ts';
import {
  BASE_URL,
  baseUrlOf,
  CONTEXT,
  contextAt,
  DATA,
  JSON_OPTION,
  type MediationOptions,
  mediationServerOf,
} from '../connection.ts';
import { type SignInOptions, signInAt } from '../sign-in/sign-in.ts';

type Options = MediationOptions & SignInOptions;

/** The server to sign in at, and the context that it gets. @throws UsageError */
function targetOf(options: Options): { readonly url: string; readonly name: string } {
  const all = readContexts();
  const { context: typed, baseUrl, data } = options;
  const isNamed = baseUrl !== undefined || data !== undefined;
  const wanted = typed ?? (isNamed ? undefined : process.env.DIPTYCH_CONTEXT || undefined);
  if (wanted === undefined) {
    const url = baseUrlOf(options);
    const [first = newName(all, url), ...others] = namesAt(all, 'mediation', url);
    return { url, name: others.find((name) => name === all.current) ?? first };
  }
  const name = checkedName(wanted);
  const context = contextIn(all, name);
  const known = context?.mediation?.url;
  const unnamed = omit(options, 'context');
  if (known === undefined && context !== undefined && !isNamed)
    throw new UsageError(`name the mediation interface of the context ${name} with --base-url`);
  const url =
    isNamed || known === undefined ? baseUrlOf(unnamed, { ...process.env, DIPTYCH_CONTEXT: '' }) : known;
  checkSameServer(all, 'mediation', name, url);
  return { url, name };
}

async function signIn(options: Options): Promise<void> {
  const { url, name } = targetOf(options);
  const show = (address: string) => {
    writeError(`Open this address in a browser on this machine and sign in:\n\n  ${address}\n\n`);
  };
  const signed = await signInAt(url, options, show, loginAt('mediation', name));
  const { person, refreshToken, expiresAt } = signed;
  const before = await keepSignIn('mediation', name, { url, signIn: signed });
  const answer = {
    server: url,
    context: name,
    file: contextsFile(),
    ...(person !== undefined && { person }),
    expireTime: new Date(expiresAt).toISOString(),
    refreshes: refreshToken !== undefined,
  };
  const until = answer.refreshes ? 'until you sign out' : `until ${answer.expireTime}`;
  const who = person === undefined ? '' : ` as ${person}`;
  const other = before !== undefined && before !== person ? ` It was ${before} before.` : '';
  print(
    answer,
    options,
    () => `Signed in at ${url}${who} ${until}.${other} The context ${name} is now the current one.`,
  );
}

async function signOut(options: Options): Promise<void> {
  const name = contextAt(mediationServerOf(options), process.env);
  const { url, wasSignedIn, revoked } = await signOutOf('mediation', name);
  if (!wasSignedIn) throw new UsageError(`you are not signed in at ${url}`);
  print({ server: url, context: name, revoked }, options, () =>
    revoked ? `Signed out at ${url}.` : 'Signed out on this machine only; the server did not confirm it.',
  );
}

const LOGIN_HELP = `
Opens the pages of the server, where you sign in and choose the publisher
accounts. The sign-in is kept as a context in ~/.config/diptych/contexts.json
(DIPTYCH_SIGN_IN names another file), readable by you only, and renews itself.
The context gets the name of --context, else that of the host, and becomes the
current one: see diptych contexts --help. The public service wants a client of
your own: create one for desktop applications, and name its file.

Examples:
  diptych mediation login --base-url https://ads.example.com
  diptych mediation login --base-url https://ads.example.com --context production
  diptych mediation login --base-url https://ads.example.com --scope readonly
  diptych mediation login --base-url https://admob.googleapis.com --client-file client_secret.json`;

export const login = () =>
  new Command('login')
    .description('Sign in in the browser; later commands act as you, on this server')
    .addOption(CONTEXT)
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
    .addOption(CONTEXT)
    .addOption(BASE_URL)
    .option(...DATA)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  diptych mediation logout\n  diptych mediation logout --context production',
    )
    .action(signOut);
