import { dirname, relative, resolve } from 'node:path';
import { driftOf } from '../../../mediation/as-code/drift.ts';
import type { SavedPlan } from '../../../mediation/as-code/saved-plan.ts';
import { EXIT } from '../../exit.ts';
import { notice } from '../../output.ts';
import { checkPlan } from '../as-code/check.ts';
import { replaceFile } from '../as-code/lock-file.ts';
import {
  ending,
  FILE,
  FORMAT,
  type PlanCommandOptions,
  planOptions,
  printPlan,
  statusOf,
  TARGET,
  withPlanOptions,
} from '../as-code/run.ts';
import { openWorkspace, planFor } from '../as-code/workspace.ts';
import { leaf } from '../command.ts';
import type { Desk } from '../connection.ts';

interface Options extends PlanCommandOptions {
  readonly drift?: boolean;
  readonly out?: string;
  readonly check: boolean;
}

async function make(desk: Desk, options: Options): Promise<number> {
  const workspace = await openWorkspace(desk, options);
  const chosen = planOptions(options);
  const plan = planFor(workspace, chosen);
  if (options.drift) {
    const drift = driftOf(plan);
    printPlan(drift, options);
    return statusOf(drift);
  }
  const checked = options.check ? await checkPlan(workspace, plan) : { refused: [] };
  if (options.out !== undefined) {
    const out = resolve(options.out);
    const saved: SavedPlan = {
      kind: 'diptych-mediation-plan',
      version: 1,
      file: relative(dirname(out), resolve(workspace.file)),
      text: workspace.text,
      ...(options.target === 'public' && { target: 'public' }),
      options: chosen,
      plan,
    };
    replaceFile(out, `${JSON.stringify(saved, null, 2)}\n`);
  }
  printPlan(plan, options, { refused: checked.refused });
  if ('notice' in checked && checked.notice !== undefined) notice(checked.notice, options);
  for (const refusal of checked.refused) notice(`the server would refuse ${refusal}`, options);
  return checked.refused.length > 0 ? EXIT.failed : statusOf(plan);
}

const HELP = `
Compares the file with the server and with what was last applied, and changes nothing.`;

export const plan = () =>
  leaf<Options>({
    name: 'plan',
    description: 'Show what apply would change',
    help: HELP,
    statuses: 'Exit status: 0 no change, 2 changes, drift or work by hand, 1 any error, wrong usage too.',
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
    run: (desk, options) => ending(() => make(desk, options), options),
  });

export const drift = () =>
  leaf<Options>({
    name: 'drift',
    description: 'Show what was changed on the server and not in the file',
    statuses: 'Exit status: 0 no drift, 2 drift, 1 any error, wrong usage too.',
    examples: ['diptych mediation drift --file mediation.yaml'],
    options: (command) => command.addOption(FILE).addOption(TARGET).addOption(FORMAT),
    run: (desk, options) => ending(() => make(desk, { ...options, drift: true }), options),
  });
