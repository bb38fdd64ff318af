import type { Plan, PlanOptions } from '../../../mediation/as-code/plan-model.ts';
import { isInStep, summaryOf } from '../../../mediation/as-code/plan-model.ts';
import { planMarkdown } from '../../../mediation/as-code/render-markdown.ts';
import { planText } from '../../../mediation/as-code/render-text.ts';
import { EXIT, fail } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import type { PlanCommandOptions } from './options.ts';
import type { FileOptions } from './workspace.ts';

export const planOptions = (options: Partial<PlanOptions>): PlanOptions => ({
  prune: options.prune ?? false,
  overwriteDrift: options.overwriteDrift ?? false,
  duringExperiment: options.duringExperiment ?? false,
});

/** Status 2 of a plan means changes, so every error ends with 1, wrong usage and an unreachable server too. */
export async function ending(work: () => Promise<number>, { json = false }: FileOptions): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    fail(error, { json });
    process.exitCode = EXIT.failed;
  }
}

const CHANGES = 2;

export const statusOf = (plan: Plan): number => (isInStep(plan) ? EXIT.done : CHANGES);

/** @throws UsageError */
export function printPlan(plan: Plan, options: PlanCommandOptions, more: object = {}): void {
  const { format = options.json ? 'json' : 'text', json } = options;
  if (json && format !== 'json') throw new UsageError('--json and --format exclude each other');
  const texts: Readonly<Record<string, () => string>> = {
    text: () => planText(plan),
    markdown: () => planMarkdown(plan),
    json: () => JSON.stringify({ ...plan, summary: summaryOf(plan), ...more }, null, 2),
  };
  process.stdout.write(`${texts[format]?.()}\n`);
}
