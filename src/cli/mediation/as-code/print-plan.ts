import type { Plan, PlanOptions } from '../../../mediation/as-code/plan-model.ts';
import { isInStep, summaryOf } from '../../../mediation/as-code/plan-model.ts';
import { planMarkdown } from '../../../mediation/as-code/render-markdown.ts';
import { planText } from '../../../mediation/as-code/render-text.ts';
import { UsageError } from '../../cli-errors.ts';
import { EXIT } from '../../exit.ts';
import { writeOut, writeText } from '../../output.ts';
import type { PlanCommandOptions } from './options.ts';

type Chosen = Pick<PlanCommandOptions, 'prune' | 'overwriteDrift' | 'duringExperiment' | 'ours' | 'theirs'>;

export const planOptions = (options: Chosen): PlanOptions => ({
  prune: options.prune ?? false,
  overwriteDrift: options.overwriteDrift ?? false,
  duringExperiment: options.duringExperiment ?? false,
  ...(options.ours && { conflicts: 'ours' as const }),
  ...(options.theirs && { conflicts: 'theirs' as const }),
});

const CHANGES = 2;

export function statusOf(plan: Plan): number {
  if (plan.groups.some(({ isError }) => isError)) return EXIT.failed;
  return isInStep(plan) ? EXIT.done : CHANGES;
}

/** @throws UsageError */
export function printPlan(plan: Plan, options: PlanCommandOptions, more: object = {}): void {
  const { format = options.json ? 'json' : 'text', json } = options;
  if (json && format !== 'json') throw new UsageError('--json and --format exclude each other');
  const texts: Readonly<Record<string, () => string>> = {
    text: () => planText(plan),
    markdown: () => planMarkdown(plan),
    json: () => JSON.stringify({ ...plan, summary: summaryOf(plan), ...more }, null, 2),
  };
  const write = format === 'text' ? writeText : writeOut;
  write(`${texts[format]?.()}\n`);
}
