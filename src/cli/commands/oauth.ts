import { Command, Option } from 'commander';
import type { AdminRequest, AdminResponse } from '../../admin/contract/index.ts';
import { actionCommand } from '../admin/action-command.ts';
import { callAdmin } from '../admin/client.ts';
import { confirmed, YES } from '../admin/confirm.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { UsageError } from '../failures.ts';
import { collect, WIDE } from '../options.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly wide?: boolean;
  readonly name?: string;
  readonly redirectUri?: string[];
  readonly postLogoutRedirectUri?: string[];
  readonly type?: 'installed' | 'web';
  readonly public?: boolean;
  readonly machine?: boolean;
  readonly publisher?: string[];
  readonly scope?: string[];
  readonly compromised?: boolean;
  readonly yes?: boolean;
}

type Created = AdminResponse<'createOAuthClient'>;
type Keys = AdminResponse<'listOAuthKeys'>;

/** The text for a new client; with --json the command prints the secrets file instead. */
function fileText({ client, file }: Created): string {
  const secret = (file.installed ?? file.web ?? file.machine)?.client_secret;
  const lines = [
    `client id      ${client.id}`,
    ...(!secret ? [] : [`client secret  ${secret}   (shown once)`]),
    ...client.redirectUris.map((uri) => `redirect URI   ${uri}`),
    '',
    'With --json this prints the client secrets file that client libraries read.',
  ];
  return lines.join('\n');
}

async function createClient(name: string, options: Options): Promise<void> {
  const kind = options.machine ? ('machine' as const) : options.type;
  const request: AdminRequest<'createOAuthClient'> = {
    name,
    redirectUris: options.redirectUri ?? [],
    postLogoutRedirectUris: options.postLogoutRedirectUri ?? [],
    publishers: options.publisher ?? [],
    scopes: options.scope ?? [],
    ...(kind === undefined ? {} : { kind }),
    ...(options.public ? { public: true } : {}),
  };
  const created = await callAdmin(connectionOf(options), 'createOAuthClient', request);
  print(created.file, options, () => fileText(created));
}

const listClients = () =>
  listCommand({
    method: 'listOAuthClients',
    member: 'clients',
    columns: {
      client: ({ id }) => id,
      name: ({ name }) => name,
      kind: ({ kind }) => kind,
      secret: (client) => (client.public ? 'no' : 'yes'),
      'redirect URIs or publisher accounts': ({ redirectUris, publishers }) =>
        [...redirectUris, ...publishers].join(' '),
    },
    examples: '  diptych oauth clients list',
  });

async function changeClient(client: string, options: Options): Promise<void> {
  const { name, redirectUri, postLogoutRedirectUri, publisher } = options;
  const given = {
    ...(name !== undefined && { name }),
    ...(redirectUri && { redirectUris: redirectUri }),
    ...(postLogoutRedirectUri && { postLogoutRedirectUris: postLogoutRedirectUri }),
    ...(publisher && { publishers: publisher }),
  };
  if (Object.keys(given).length === 0)
    throw new UsageError('name at least one change; --help lists the options');
  const changed = await callAdmin(connectionOf(options), 'changeOAuthClient', { client, ...given });
  const places = [...changed.redirectUris, ...changed.publishers].join(', ');
  print(changed, options, () => `${changed.name}: ${places}`);
}

function keyTable({ keys }: Keys, { wide }: Options): string {
  return table(
    ['key', 'stage', 'signs from'],
    keys.map((key) => [key.id, key.stage, key.activeTime]),
    { wide },
  );
}

async function listKeys(options: Options): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'listOAuthKeys', {});
  print(answer, options, () => keyTable(answer, options));
}

async function rotateKeys(options: Options): Promise<void> {
  const compromised = options.compromised ? { compromised: true } : {};
  const connection = connectionOf(options);
  if (options.compromised)
    await confirmed(() => 'Remove all other keys: tokens that they signed are refused from now on', options);
  const answer = await callAdmin(connection, 'rotateOAuthKeys', compromised);
  print(answer, options, () => keyTable(answer, options));
}

const CREATE_HELP = `
The secret is shown once. An installed client without --redirect-uri is called
back on any port of this machine.

Examples:
  diptych oauth clients create "Ad desk" --json > client_secrets.json
  diptych oauth clients create "Reports" --redirect-uri https://reports.example.com/callback
  diptych oauth clients create "Nightly" --machine --publisher pub-1234567890123456 --scope readonly`;

const CHANGE_HELP = `
Example:
  diptych oauth clients change client-9QxZ --redirect-uri https://reports.example.com/callback`;

function clientsCommand(): Command {
  const parts = [
    new Command('create')
      .description('Create a client and print its client secrets file')
      .argument('<name>', 'shown to users who are asked for consent')
      .option(
        '--redirect-uri <uri>',
        'where users are redirected after consent; several are possible',
        collect,
      )
      .option('--post-logout-redirect-uri <uri>', 'where users may go after signing out', collect)
      .addOption(new Option('--type <type>', 'else the redirect URIs tell').choices(['installed', 'web']))
      .option('--public', 'without a secret: PKCE is required and refresh tokens rotate')
      .option('--machine', 'a client that acts for itself (client credentials)')
      .option('--publisher <id>', 'publisher account of a machine client; several are possible', collect)
      .option('--scope <scope>', 'scope of a machine client; several are possible', collect)
      .addHelpText('after', CREATE_HELP)
      .action(createClient),
    new Command('change')
      .description('Change a client; the given addresses or accounts replace the old ones')
      .argument('<client>')
      .option('--name <text>', 'shown to users who are asked for consent')
      .option(
        '--redirect-uri <uri>',
        'where users are redirected after consent; several are possible',
        collect,
      )
      .option('--post-logout-redirect-uri <uri>', 'where users may go after signing out; several', collect)
      .option('--publisher <id>', 'publisher account of a machine client; tokens follow at once', collect)
      .addHelpText('after', CHANGE_HELP)
      .action(changeClient),
  ];
  const command = new Command('clients').description('Applications that ask for access');
  command.addCommand(listClients());
  for (const part of parts) command.addCommand(withConnection(part));
  command.addCommand(
    actionCommand({
      method: 'resetOAuthClientSecret',
      told: fileText,
      shown: ({ file }) => file,
      help: '\nExample:\n  diptych oauth clients reset-secret client-9QxZ --yes --json',
    }),
  );
  command.addCommand(
    actionCommand({
      method: 'deleteOAuthClient',
      told: ({ name }) => `${name} is deleted; its grants and tokens have ended`,
      help: '\nExample:\n  diptych oauth clients delete client-9QxZ',
    }),
  );
  return command;
}

function keysCommand(): Command {
  const parts = [
    new Command('list')
      .description('List the keys that sign tokens')
      .addHelpText('after', '\nExample:\n  diptych oauth keys list')
      .option(...WIDE)
      .action(listKeys),
    new Command('rotate')
      .description('Sign with the next key from now on; tokens of the old key stay valid')
      .option('--compromised', 'remove all other keys: tokens that they signed are refused from now on')
      .option(...YES)
      .addHelpText('after', '\nExample:\n  diptych oauth keys rotate --compromised')
      .option(...WIDE)
      .action(rotateKeys),
  ];
  const command = new Command('keys').description('Keys that sign tokens; they rotate by themselves');
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}

export function oauthCommand(): Command {
  const command = new Command('oauth').description('The authorization server');
  command.addCommand(clientsCommand());
  command.addCommand(keysCommand());
  return command;
}
