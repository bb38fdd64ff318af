import { Command } from 'commander';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { listCommand } from '../admin/list-command.ts';
import { print } from '../output.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly name: string;
  readonly currency?: string;
  readonly timeZone?: string;
}

async function create(id: string | undefined, options: Options): Promise<void> {
  const { name: displayName, currency, timeZone } = options;
  const publisher = await callAdmin(connectionOf(options), 'createPublisher', {
    displayName,
    ...(id === undefined ? {} : { id }),
    ...(currency === undefined ? {} : { currencyCode: currency }),
    ...(timeZone === undefined ? {} : { reportingTimeZone: timeZone }),
  });
  print(publisher, options, () => `${publisher.displayName} is ${publisher.id}`);
}

const list = () =>
  listCommand({
    method: 'listPublishers',
    member: 'publishers',
    columns: {
      'publisher account': ({ id }) => id,
      name: ({ displayName }) => displayName,
      currency: ({ currencyCode }) => currencyCode,
      'time zone': ({ reportingTimeZone }) => reportingTimeZone,
      created: ({ createTime }) => createTime,
    },
    examples: '  diptych publishers list',
  });

const changes = () =>
  listCommand({
    method: 'listChanges',
    member: 'changes',
    ids: ['request'],
    columns: {
      time: ({ time }) => time,
      by: ({ subject }) => subject,
      method: ({ method }) => method,
      // The whole name would leave no room for what differs.
      resource: ({ resource }) => resource.replace(/^accounts\/(?:[^/]+\/)?/, ''),
      request: ({ requestId }) => requestId,
    },
    examples: `  diptych publishers changes pub-1234567890123456 --limit 50
  diptych publishers changes pub-1234567890123456 --json      with each resource before and after`,
  });

const CREATE_HELP = `
Example:
  diptych publishers create pub-1234567890123456 --name "Acme Games" \\
    --currency EUR --time-zone Europe/Berlin`;

export function publishersCommand(): Command {
  const parts = [
    new Command('create')
      .description('Create a publisher account of the mediation interface')
      .argument('[id]', 'pub- and 16 digits; made up when left out')
      .requiredOption('--name <text>', 'name to show')
      .option('--currency <code>', 'ISO 4217; USD when left out')
      .option('--time-zone <zone>', 'IANA time zone of reports; UTC when left out')
      .addHelpText('after', CREATE_HELP)
      .action(create),
  ];
  const command = new Command('publishers').description('Whose mediation settings are kept');
  command.addCommand(list()).addCommand(changes());
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
