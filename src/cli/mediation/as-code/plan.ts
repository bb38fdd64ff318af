import { dirname, relative, resolve } from 'node:path';
import { driftOf } from '../../../mediation/as-code/drift.ts';
import type { SavedPlan } from '../../../mediation/as-code/saved-plan.ts';
import { EXIT } from '../../exit.ts';
import { notice } from '../../output.ts';
import type { MediationSession } from '../connection.ts';
import { writeTextFile } from './lock-file.ts';
import type { PlanCommandOptions } from './options.ts';
import { planOptions, printPlan, statusOf } from './print-plan.ts';
import { checkPlan } from './try-plan.ts';
import { type Known, openWorkspace, planFor } from './workspace.ts';

export interface PlanFileOptions extends PlanCommandOptions {
  readonly drift?: boolean;
  readonly out?: string;
  readonly check?: boolean;
}

/** Prints the plan for a file. Returns the exit status. */
export async function makePlan(
  session: MediationSession,
  options: PlanFileOptions,
  known: Known,
): Promise<number> {
  const workspace = await openWorkspace(session, options, known);
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
    writeTextFile(out, `${JSON.stringify(saved, null, 2)}\n`);
  }
  printPlan(plan, options, { refused: checked.refused });
  if ('notice' in checked && checked.notice !== undefined) notice(checked.notice, options);
  for (const refusal of checked.refused) notice(`the server would refuse ${refusal}`, options);
  return checked.refused.length > 0 ? EXIT.failed : statusOf(plan);
}
