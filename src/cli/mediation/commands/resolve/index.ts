import { Option } from 'commander';
import { PLATFORMS } from '../../../../mediation/contract/enums.ts';
import { lazyAction } from '../../../lazy-action.ts';
import { leaf } from '../../command.ts';
import { enumOption } from '../../enum-option.ts';
import type { Options } from './run.ts';

const HELP = `Reads the snapshot that the app gets, and decides as the app does: which group
applies, which variant of its experiment, and in which order its lines are
tried. --live lets the server decide. What the options leave out is unknown, and
a group that asks for it does not apply.`;

export const resolve = () =>
  leaf<Options>({
    name: 'resolve',
    hasTable: true,
    description: 'Explain which group and which lines serve an ad request, and why',
    help: HELP,
    examples: [
      'diptych mediation resolve --app "Acme Racing" --ad-unit "Before the race" --country DE',
      'diptych mediation resolve --file snapshot.json --ad-unit 1111111111 --country AT --unit 9f1c2f3e',
    ],
    options: (command) =>
      command
        .requiredOption('--ad-unit <unit>', 'ad unit: name or id; of a file the id')
        .option('--app <app>', 'app: name or id, if the ad unit does not tell; with --key the full id')
        .option('--country <code>', 'country of the user (ISO 3166-1), such as DE')
        .addOption(enumOption('--platform <platform>', 'platform of the app', PLATFORMS))
        .addOption(
          new Option('--idfa <which>', 'whether the request has the IDFA').choices(['with', 'without']),
        )
        .option('--unit <id>', 'id of the installation, which decides on the variant of an experiment')
        .option('--file <file>', 'snapshot to read, without any server')
        .option('--url <url>', 'address of a snapshot, such as that of a CDN')
        .option('--key <key>', 'publishable key of the app; else one that the server has')
        .option('--live', 'ask the server to resolve'),
    run: lazyAction(async () => (await import('./run.ts')).run),
  });
