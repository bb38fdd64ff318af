import { type Command, Option } from 'commander';
import type { Plan, PlanOptions } from '../../../mediation/as-code/plan-model.ts';
import { isInStep, summaryOf } from '../../../mediation/as-code/plan-model.ts';
import { planMarkdown } from '../../../mediation/as-code/render-markdown.ts';
import { planText } from '../../../mediation/as-code/render-text.ts';
import { EXIT, fail } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import type { FileOptions } from './workspace.ts';

export interface PlanCommandOptions extends FileOptions, Partial<PlanOptions> {
  readonly format?: string;
}

export const FILE = new Option('--file <file>', 'configuration file').default('mediation.yaml');

export const TARGET = new Option(
  '--target <kind>',
  'public: use only what the public interface has, whatever the server offers',
).choices(['public']);

export const FORMAT = new Option('--format <format>', 'markdown is for pull requests').choices([
  'text',
  'json',
  'markdown',
]);

export const withPlanOptions = (command: Command): Command =>
  command
    .addOption(FILE)
    .addOption(TARGET)
    .addOption(FORMAT)
    .option('--prune', 'take groups and lines that are not in the file out of service')
    .option('--overwrite-drift', 'undo what was changed on the server only')
    .option('--during-experiment', 'change lines of groups with a running experiment, too');

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
