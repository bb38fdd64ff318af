import { readText } from '../../bounded-file.ts';
import { ending } from '../as-code/ending.ts';
import type { PlanFileOptions } from '../as-code/plan.ts';
import { targetFor } from '../as-code/target-for.ts';
import { whileAsking } from '../client/while-asking.ts';
import type { MediationSession } from '../connection.ts';

export type Options = PlanFileOptions;

async function make(session: MediationSession, options: Options): Promise<number> {
  const text = readText(options.file);
  return whileAsking(
    (sending) => targetFor(session.api, options, sending),
    async (target) => {
      const { makePlan } = await import('../as-code/plan.ts');
      return makePlan(session, options, { target: () => target, text });
    },
  );
}

export const plan = (session: MediationSession, options: Options): Promise<void> =>
  ending(() => make(session, options), options);

export const drift = (session: MediationSession, options: Options): Promise<void> =>
  plan(session, { ...options, drift: true });
