import { readText } from '../../bounded-file.ts';
import { UsageError } from '../../failures.ts';
import { ending } from '../as-code/ending.ts';
import type { PlanCommandOptions } from '../as-code/options.ts';
import { targetFor } from '../as-code/target-for.ts';
import { whileAsking } from '../client/while-asking.ts';
import type { Desk } from '../connection.ts';

async function applyConfiguration(desk: Desk, options: PlanCommandOptions): Promise<number> {
  const text = readText(options.file);
  return whileAsking(
    (sending) => targetFor(desk.api, options, sending),
    async (target) => {
      const { applyFile } = await import('../as-code/apply-file.ts');
      return applyFile(desk, options, { target: () => target, text });
    },
  );
}

async function applyPlan(desk: Desk, options: PlanCommandOptions, from: string): Promise<number> {
  const written = readText(from);
  const { isSavedPlan, parseSavedPlan } = await import('../../../mediation/as-code/saved-plan.ts');
  if (!isSavedPlan(written)) throw new UsageError(`${from} is no plan; use --file for a configuration file`);
  const saved = parseSavedPlan(written, from);
  return whileAsking(
    (sending) => targetFor(desk.api, saved, sending),
    async (target) => {
      const { applySaved } = await import('../as-code/apply-file.ts');
      return applySaved(desk, options, { from, saved, target: () => target });
    },
  );
}

export const apply = (desk: Desk, options: PlanCommandOptions, from?: string): Promise<void> =>
  ending(
    () => (from === undefined ? applyConfiguration(desk, options) : applyPlan(desk, options, from)),
    options,
  );
