import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { callAdmin } from '../../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../../admin/connection.ts';
import { methodCommand } from '../../admin/method-command.ts';
import { facts, print } from '../../output.ts';

async function show(id: string, options: ConnectionOptions): Promise<void> {
  const holder = await callAdmin(connectionOf(options), 'getHolder', { id });
  print(holder, options, () => facts(holder));
}

async function record(id: string, options: ConnectionOptions): Promise<void> {
  const answer = await callAdmin(connectionOf(options), 'getHolderRecord', { id });
  const elements = answer.namespaces.flatMap(({ name, elements }) =>
    elements.map(({ identifier, value }): [string, unknown] => [`${name}/${identifier}`, value]),
  );
  print(answer, options, () => facts(Object.fromEntries(elements)));
}

async function portrait(id: string, options: ConnectionOptions & { readonly out: string }): Promise<void> {
  const { mediaType, content } = await callAdmin(connectionOf(options), 'getHolderPortrait', { id });
  writeFileSync(options.out, Buffer.from(content, 'base64'), { mode: 0o600, flag: 'wx' });
  print({ file: options.out, mediaType }, options, () => `${options.out}: ${mediaType}`);
}

export const showHolder = () =>
  withConnection(
    new Command('show')
      .description('Show a holder, without the record')
      .argument('<id>')
      .addHelpText('after', '\nExample:\n  diptych holders show h-1')
      .action(show),
  );

export const holderRecord = () =>
  withConnection(
    methodCommand('getHolderRecord')
      .argument('<id>')
      .addHelpText('after', '\nExample:\n  diptych holders record h-1')
      .action(record),
  );

export const holderPortrait = () =>
  withConnection(
    methodCommand('getHolderPortrait')
      .argument('<id>')
      .requiredOption('--out <file>', 'new file for the image')
      .addHelpText('after', '\nExample:\n  diptych holders portrait h-1 --out portrait.jpg')
      .action(portrait),
  );
