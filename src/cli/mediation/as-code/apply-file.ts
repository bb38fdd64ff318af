import { dirname, resolve } from 'node:path';
import { needsHand } from '../../../mediation/as-code/plan-model.ts';
import { isSamePlan, type SavedPlan } from '../../../mediation/as-code/saved-plan.ts';
import { UsageError } from '../../cli-errors.ts';
import { EXIT } from '../../exit.ts';
import { writeText } from '../../output.ts';
import type { MediationSession } from '../connection.ts';
import { applyPlan, type Step } from './apply.ts';
import type { PlanCommandOptions } from './options.ts';
import { planOptions, printPlan } from './print-plan.ts';
import { type Known, openWorkspace, planFor, type Workspace } from './workspace.ts';

const stepText = ({ what, result, reason }: Step) =>
  `${result}: ${what}${reason === undefined ? '' : `: ${reason}`}`;

async function carryOut(
  workspace: Workspace,
  options: PlanCommandOptions,
  saved?: SavedPlan,
): Promise<number> {
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
    writeText(`\n${[...lines, ...left].join('\n') || 'nothing to do'}\n`);
  }
  return steps.every(({ result }) => result === 'done') ? EXIT.done : EXIT.failed;
}

/** Applies a file. Returns the exit status. */
export async function applyFile(
  session: MediationSession,
  options: PlanCommandOptions,
  known: Known,
): Promise<number> {
  return carryOut(await openWorkspace(session, options, known), options);
}

interface Saved extends Required<Pick<Known, 'target'>> {
  /** The file with the plan. */
  readonly from: string;
  readonly saved: SavedPlan;
}

/** Applies what `plan --out` wrote. Returns the exit status. */
export async function applySaved(
  session: MediationSession,
  options: PlanCommandOptions,
  { from, saved, target }: Saved,
): Promise<number> {
  const file = resolve(dirname(from), saved.file);
  const workspace = await openWorkspace(session, { ...options, file }, { target, text: saved.text });
  return carryOut(workspace, options, saved);
}
