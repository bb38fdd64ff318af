import { lazyAction } from '../../lazy-action.ts';
import type { Options } from '../actions/plan.ts';
import { FILE, FORMAT, TARGET, withAllowed, withPlanOptions } from '../as-code/options.ts';
import { leaf } from '../command.ts';

const HELP = `
Compares the file with the server and with what was last applied, and changes
nothing.`;

export const plan = () =>
  leaf<Options>({
    name: 'plan',
    description: 'Show what apply would change',
    help: HELP,
    statuses:
      'Exit status: 0 no change, 2 changes, drift or work by hand,\n1 any error, wrong usage and conflicts too.',
    examples: [
      'diptych mediation plan --file mediation.yaml',
      'diptych mediation plan --format markdown > plan.md',
      'diptych mediation plan --out plan.json && diptych mediation apply plan.json',
    ],
    options: (command) =>
      withPlanOptions(command)
        .option('--drift', 'only what was changed on the server and not in the file')
        .option('--out <plan>', 'write the plan to a file, for apply')
        .option('--no-check', 'do not let the server check the changes'),
    run: lazyAction(async () => (await import('../actions/plan.ts')).plan),
  });

export const drift = () =>
  leaf<Options>({
    name: 'drift',
    description: 'Show what was changed on the server and not in the file',
    statuses: 'Exit status: 0 no drift, 2 drift, 1 any error, wrong usage too.',
    examples: ['diptych mediation drift --file mediation.yaml'],
    options: (command) => withAllowed(command.addOption(FILE).addOption(TARGET).addOption(FORMAT)),
    run: lazyAction(async () => (await import('../actions/plan.ts')).drift),
  });
