import { readText } from '../../bounded-file.ts';
import { ending } from '../as-code/ending.ts';
import type { PlanFileOptions } from '../as-code/plan.ts';
import { targetFor } from '../as-code/target-for.ts';
import { whileAsking } from '../client/while-asking.ts';
import type { Desk } from '../connection.ts';

export type Options = PlanFileOptions;

async function make(desk: Desk, options: Options): Promise<number> {
  const text = readText(options.file);
  return whileAsking(
    (sending) => targetFor(desk.api, options, sending),
    async (target) => {
      const { makePlan } = await import('../as-code/plan.ts');
      return makePlan(desk, options, { target: () => target, text });
    },
  );
}

export const plan = (desk: Desk, options: Options): Promise<void> =>
  ending(() => make(desk, options), options);

export const drift = (desk: Desk, options: Options): Promise<void> => plan(desk, { ...options, drift: true });
