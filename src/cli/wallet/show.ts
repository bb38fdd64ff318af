import { Command } from 'commander';
import { lazyAction } from '../lazy-action.ts';
import { withStateOptions } from './options.ts';

export function showCommand(): Command {
  return withStateOptions(
    new Command('show').description('Show what the phone holds, without calling the issuer'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  diptych wallet show\n  diptych wallet show --json --state other-phone.json',
    )
    .action(lazyAction(async () => (await import('./show-phone.ts')).show));
}
