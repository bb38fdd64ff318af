import { Command } from 'commander';
import type { CatalogueView } from '../../admin/contract/catalogue/methods.ts';
import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf, withConnection } from '../admin/connection.ts';
import { lazily } from '../lazily.ts';
import { WIDE } from '../options.ts';
import { print } from '../output.ts';
import { table } from '../table/table.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly wide?: boolean;
}

function catalogueText(
  { file, version, loadTime, ownNetwork, adSources, problems = [] }: CatalogueView,
  { wide }: Options,
): string {
  const rows = adSources.map(({ adSourceId, title, adapters }) => [
    adSourceId === ownNetwork ? `${adSourceId} (own)` : adSourceId,
    title,
    adapters.map(({ adapterId }) => adapterId).join(' ') || '-',
  ]);
  const refused = problems.map((problem) => `not in use, ${problem}`);
  return [
    `version ${version} of ${file}, read ${loadTime}`,
    ...refused,
    table(['ad source', 'title', 'adapters'], rows, { wide, cut: ['title', 'adapters'] }),
  ].join('\n');
}

const call = (method: 'showCatalogue' | 'reloadCatalogue') => async (options: Options) => {
  const answer = await callAdmin(connectionOf(options), method, {});
  print(answer, options, () => catalogueText(answer, options));
};

const HELP = `
A server reads the file that mediation.catalogue names again when it has
changed, on SIGHUP, and on reload. A file that cannot be used is refused as a
whole: the catalogue in use stays.

Examples:
  diptych catalogue check catalogue.json
  diptych catalogue reload`;

export function catalogueCommand(): Command {
  const command = new Command('catalogue')
    .description('The ad sources and adapters that publishers can use')
    .addHelpText('after', HELP);
  command.addCommand(
    withConnection(
      new Command('show')
        .description('Show the catalogue in use')
        .option(...WIDE)
        .addHelpText('after', '\nExample:\n  diptych catalogue show')
        .action(call('showCatalogue')),
    ),
  );
  command.addCommand(
    new Command('check')
      .description('Check a catalogue file; needs no server')
      .argument('<file>')
      .option('--json', 'print the answer as JSON')
      .addHelpText('after', '\nExample:\n  diptych catalogue check catalogue.json')
      .action(lazily(async () => (await import('../actions/catalogue.ts')).check)),
  );
  command.addCommand(
    withConnection(
      new Command('reload')
        .description('Read the catalogue file again')
        .option(...WIDE)
        .addHelpText('after', '\nExample:\n  diptych catalogue reload')
        .action(call('reloadCatalogue')),
    ),
  );
  return command;
}
