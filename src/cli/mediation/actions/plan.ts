import { readText } from '../../bounded-file.ts';
import type { PlanFileOptions } from '../as-code/plan.ts';
import { withPlanExitStatus } from '../as-code/plan-exit-status.ts';
import { targetFor } from '../as-code/target-for.ts';
import { askAhead } from '../client/ask-ahead.ts';
import type { MediationSession } from '../connection.ts';

export type Options = PlanFileOptions;

async function make(session: MediationSession, options: Options): Promise<number> {
  const text = readText(options.file);
  return askAhead(
    (sending) => targetFor(session.api, options, sending),
    async (target) => {
      const { makePlan } = await import('../as-code/plan.ts');
      return makePlan(session, options, { target: () => target, text });
    },
  );
}

export const plan = (session: MediationSession, options: Options): Promise<void> =>
  withPlanExitStatus(() => make(session, options), options);

export const drift = (session: MediationSession, options: Options): Promise<void> =>
  plan(session, { ...options, drift: true });
