import { dirname, resolve } from 'node:path';
import { needsHand } from '../../../mediation/as-code/plan-model.ts';
import {
  isSamePlan,
  isSavedPlan,
  parseSavedPlan,
  type SavedPlan,
} from '../../../mediation/as-code/saved-plan.ts';
import { EXIT } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import { applyPlan, type Step } from '../as-code/apply.ts';
import { ending, type PlanCommandOptions, planOptions, printPlan, withPlanOptions } from '../as-code/run.ts';
import { openWorkspace, planFor, readText } from '../as-code/workspace.ts';
import { leaf } from '../command.ts';
import type { Desk } from '../connection.ts';

const stepText = ({ what, result, reason }: Step) =>
  `${result}: ${what}${reason === undefined ? '' : `: ${reason}`}`;

async function make(desk: Desk, options: PlanCommandOptions, saved: SavedPlan | undefined, from: string) {
  const file = saved ? resolve(dirname(from), saved.file) : options.file;
  const source = saved && { file, text: saved.text };
  const target = saved ? saved.target : options.target;
  const { target: _, ...rest } = options;
  const workspace = await openWorkspace(desk, { ...rest, ...(target !== undefined && { target }) }, source);
  const chosen = saved?.options ?? planOptions(options);
  const plan = planFor(workspace, chosen);
  if (saved && !isSamePlan(plan, saved.plan)) {
    throw new UsageError('the server, the lock file or a secret changed since the plan was made; plan again');
  }
  const steps = await applyPlan({ ...workspace, options: chosen });
  printPlan(plan, options, { steps });
  if (!options.json && options.format !== 'json') {
    const lines = steps.map(stepText);
    const left = plan.groups.some(needsHand) ? ['what is left by hand is listed above'] : [];
    process.stdout.write(`\n${[...lines, ...left].join('\n') || 'nothing to do'}\n`);
  }
  return steps.every(({ result }) => result === 'done') ? EXIT.done : EXIT.failed;
}

const HELP = `
Makes the changes that plan shows: mappings, new groups, then one patch for each group. The lock file
diptych.lock.json beside the file is written after each success; run it again after a failure.`;

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
    run: (desk, options, from) =>
      ending(() => {
        if (from === undefined) return make(desk, options, undefined, '');
        const text = readText(from);
        if (!isSavedPlan(text))
          throw new UsageError(`${from} is no plan; use --file for a configuration file`);
        return make(desk, options, parseSavedPlan(text, from), from);
      }, options),
  });
