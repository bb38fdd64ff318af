import { Command, Option } from 'commander';
import { CLIENT_WORDS } from '../../admin/contract/clients/words.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { OAUTH_KEY_WORDS } from '../../admin/contract/tokens/words.ts';
import type { ActionOptions } from '../admin/action-command.ts';
import { groupCommand } from '../admin/group-command.ts';
import { tableOf } from '../admin/list-command.ts';
import { WIDE } from '../options.ts';
import { type Loaders, withCommands } from '../tree.ts';

/** The text for a new client; with --json the command prints the secrets file instead. */
function fileText({ client, file }: AdminResponse<'createOAuthClient'>): string {
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

const secrets = { text: fileText, shown: ({ file }: AdminResponse<'createOAuthClient'>) => file };

function kindOf({ machine, type }: ActionOptions): object {
  const kind = machine ? 'machine' : type;
  return kind === undefined ? {} : { kind };
}

const KIND_OPTIONS = [
  new Option('--type <type>', 'else the redirect URIs tell').choices(['installed', 'web']),
  new Option('--machine', 'a client that acts for itself (client credentials)'),
];

const clientsCommand = (args?: readonly string[]) =>
  groupCommand('oauth clients', CLIENT_WORDS, args, {
    createOAuthClient: { options: KIND_OPTIONS, members: kindOf, ...secrets },
    changeOAuthClient: {
      text: ({ name, redirectUris, publishers }) => `${name}: ${[...redirectUris, ...publishers].join(', ')}`,
    },
    resetOAuthClientSecret: secrets,
  });

const keysCommand = (args?: readonly string[]) =>
  groupCommand('oauth keys', OAUTH_KEY_WORDS, args, {
    rotateOAuthKeys: {
      options: [new Option(...WIDE)],
      text: ({ keys }, _, { wide }) => tableOf(OAUTH_KEY_WORDS.methods.listOAuthKeys, keys, wide),
    },
  });

const COMMANDS: Loaders = { clients: clientsCommand, keys: keysCommand };

export const oauthCommand = (args?: readonly string[]): Promise<Command> =>
  withCommands(new Command('oauth').description('The authorization server'), COMMANDS, {
    path: ['oauth'],
    args,
  });
