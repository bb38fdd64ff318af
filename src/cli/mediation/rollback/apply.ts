import { ApiError, Unreachable } from '../../../client/errors.ts';
import type { MediationApi } from '../client/client.ts';
import type { GroupPlan, Step } from './plan.ts';

export interface Outcome {
  readonly name: string;
  readonly result: 'done' | 'failed' | 'notTried';
  readonly error?: string;
}

async function take(api: MediationApi, { name: on, to }: GroupPlan, step: Step, etag: string) {
  if (step !== 'rollback') return api.call(`accounts.mediationGroups.${step}`, { on, body: { etag } });
  return api.call('accounts.mediationGroups.rollback', { on, body: { revision: to, etag } });
}

/** Every step names the etag that the step before returned, so nobody's change in between is overwritten. */
async function applyPlan(api: MediationApi, plan: GroupPlan): Promise<void> {
  let { etag } = plan;
  for (const step of plan.steps) etag = (await take(api, plan, step, etag)).etag ?? etag;
}

/**
 * Carries out the plans, one group after the other. A refusal ends its group only; a server that cannot be reached ends
 * all. Running the command again continues: what is done is no longer in the plan.
 */
export async function applyPlans(api: MediationApi, plans: readonly GroupPlan[]) {
  const outcomes: Outcome[] = [];
  let unreachable: Unreachable | undefined;
  for (const plan of plans) {
    const { name, steps, problems } = plan;
    if (steps.length === 0) outcomes.push({ name, result: 'notTried', error: problems.join('; ') });
    else if (unreachable) outcomes.push({ name, result: 'notTried' });
    else {
      try {
        await applyPlan(api, plan);
        outcomes.push({ name, result: 'done' });
      } catch (error) {
        if (error instanceof Unreachable) unreachable = error;
        else if (!(error instanceof ApiError)) throw error;
        outcomes.push({ name, result: 'failed', error: error.message });
      }
    }
  }
  return { outcomes, unreachable };
}
