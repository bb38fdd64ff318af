import { dirname, resolve } from 'node:path';
import { needsHand } from '../../../mediation/as-code/plan-model.ts';
import {
  isSamePlan,
  isSavedPlan,
  parseSavedPlan,
  type SavedPlan,
} from '../../../mediation/as-code/saved-plan.ts';
import { readText } from '../../bounded-file.ts';
import { EXIT } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import { applyPlan, type Step } from '../as-code/apply.ts';
import type { PlanCommandOptions } from '../as-code/options.ts';
import { ending, planOptions, printPlan } from '../as-code/run.ts';
import { openWorkspace, planFor } from '../as-code/workspace.ts';
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

export const apply = (desk: Desk, options: PlanCommandOptions, from?: string): Promise<void> =>
  ending(() => {
    if (from === undefined) return make(desk, options, undefined, '');
    const text = readText(from);
    if (!isSavedPlan(text)) throw new UsageError(`${from} is no plan; use --file for a configuration file`);
    return make(desk, options, parseSavedPlan(text, from), from);
  }, options);
