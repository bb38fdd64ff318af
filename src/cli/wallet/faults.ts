import { Command, Option } from 'commander';
import { OPERATION_NAMES } from '../../issuer/contract/operation-outlines.ts';
import { lazyAction } from '../lazy-action.ts';
import { WIDE } from '../options.ts';
import { CHANNELS } from './options.ts';

export function faultsCommand(): Command {
  return new Command('faults')
    .description('List the faults of a hostile phone, and the answers of a correct issuer')
    .addOption(new Option('--operation <name>', 'only faults of this operation').choices(OPERATION_NAMES))
    .addOption(new Option('--channel <name>', 'of which phone').choices(CHANNELS).default('wallet-platform'))
    .option(...WIDE)
    .option('--json', 'print the list as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  diptych wallet faults\n  diptych wallet faults --operation registerDevice\n  diptych wallet faults --channel openid4vci',
    )
    .action(lazyAction(async () => (await import('./commit-fault.ts')).list));
}
