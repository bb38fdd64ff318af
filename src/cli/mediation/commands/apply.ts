import { lazyAction } from '../../lazy-action.ts';
import { type PlanCommandOptions, withPlanOptions } from '../as-code/options.ts';
import { leaf } from '../command.ts';

const HELP = `
Makes the changes that plan shows: mappings, new groups, then one patch for each
group. Each success is kept in a journal, which goes into the lock file
diptych.lock.json beside the file at the end; run it again after a failure.
Where the file and the server changed the same, --ours or --theirs decides.`;

export const apply = () =>
  leaf<PlanCommandOptions>({
    name: 'apply [plan]',
    description: 'Change the server as the file says',
    help: HELP,
    statuses: 'Exit status: 0 done, 1 any error, or something was not done.',
    examples: [
      'diptych mediation apply --file mediation.yaml',
      'diptych mediation apply plan.json                         what plan --out wrote, or nothing',
    ],
    options: withPlanOptions,
    run: lazyAction(async () => (await import('../actions/apply.ts')).apply),
  });
