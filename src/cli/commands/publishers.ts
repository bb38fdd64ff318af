import { Command } from 'commander';
import type { PublisherResponse } from '../../mediation/administration/index.ts';
import { callAdmin, pages } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { print, table } from '../output.ts';

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

async function list(options: Options): Promise<void> {
  const publishers: PublisherResponse<'listPublishers'>['publishers'] = [];
  for await (const page of pages(connectionOf(options), 'listPublishers'))
    publishers.push(...page.publishers);
  print({ publishers }, options, () =>
    table(
      ['publisher account', 'name', 'currency', 'time zone', 'created'],
      publishers.map((one) => [
        one.id,
        one.displayName,
        one.currencyCode,
        one.reportingTimeZone,
        one.createTime,
      ]),
    ),
  );
}

const CREATE_HELP = `
Example:
  diptych publishers create pub-1234567890123456 --name "Acme Games" --currency EUR --time-zone Europe/Berlin`;

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
    new Command('list').description('List the publisher accounts').action(list),
  ];
  const command = new Command('publishers').description('Whose mediation settings are kept');
  for (const part of parts) command.addCommand(withConnection(part));
  return command;
}
