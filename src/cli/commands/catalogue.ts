import { Command, Option } from 'commander';
import type { CatalogueView } from '../../admin/contract/catalogue/methods.ts';
import { CATALOGUE_WORDS } from '../../admin/contract/catalogue/words.ts';
import { groupCommand } from '../admin/group-command.ts';
import { lazyAction } from '../lazy-action.ts';
import { WIDE } from '../options.ts';
import { table } from '../table/table.ts';

interface Options {
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

const checkCommand = () =>
  new Command('check')
    .description('Check a catalogue file; needs no server')
    .argument('<file>')
    .option('--json', 'print the answer as JSON')
    .addHelpText('after', '\nExample:\n  diptych catalogue check catalogue.json')
    .action(lazyAction(async () => (await import('../actions/catalogue.ts')).check));

const NOTE = `
A server reads the file that mediation.catalogue names again when it has
changed, on SIGHUP, and on reload. A file that cannot be used is refused as a
whole: the catalogue in use stays.`;

const shown = {
  options: [new Option(...WIDE)],
  text: (answer: CatalogueView, _: string, options: Options) => catalogueText(answer, options),
};

export async function catalogueCommand(args?: readonly string[]): Promise<Command> {
  const parts = { showCatalogue: shown, reloadCatalogue: shown };
  const others = { check: async () => checkCommand() };
  return (await groupCommand('catalogue', CATALOGUE_WORDS, args, parts, others)).addHelpText('after', NOTE);
}
