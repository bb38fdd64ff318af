import { readText } from '../../bounded-file.ts';
import { UsageError } from '../../cli-errors.ts';
import type { PlanCommandOptions } from '../as-code/options.ts';
import { withPlanExitStatus } from '../as-code/plan-exit-status.ts';
import { targetFor } from '../as-code/target-for.ts';
import { askAhead } from '../client/ask-ahead.ts';
import type { MediationSession } from '../connection.ts';

async function applyConfiguration(session: MediationSession, options: PlanCommandOptions): Promise<number> {
  const text = readText(options.file);
  return askAhead(
    (sending) => targetFor(session.api, options, sending),
    async (target) => {
      const { applyFile } = await import('../as-code/apply-file.ts');
      return applyFile(session, options, { target: () => target, text });
    },
  );
}

async function applyPlan(
  session: MediationSession,
  options: PlanCommandOptions,
  from: string,
): Promise<number> {
  const written = readText(from);
  const { isSavedPlan, parseSavedPlan } = await import('../../../mediation/as-code/saved-plan.ts');
  if (!isSavedPlan(written)) throw new UsageError(`${from} is no plan; use --file for a configuration file`);
  const saved = parseSavedPlan(written, from);
  return askAhead(
    (sending) => targetFor(session.api, saved, sending),
    async (target) => {
      const { applySaved } = await import('../as-code/apply-file.ts');
      return applySaved(session, options, { from, saved, target: () => target });
    },
  );
}

export const apply = (session: MediationSession, options: PlanCommandOptions, from?: string): Promise<void> =>
  withPlanExitStatus(
    () => (from === undefined ? applyConfiguration(session, options) : applyPlan(session, options, from)),
    options,
  );
