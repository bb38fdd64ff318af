import { checkSealReset, resetSeals as reset } from '../../audit/index.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { requireUnset, type SealsDeps, sealDeps, seals } from './get-seals.ts';

export const resetSeals: AdminOperation<'resetSeals', SealsDeps> =
  (deps) =>
  async ({ reason }, caller) => {
    requireUnset(deps);
    await reset(sealDeps(deps), { reason, actor: caller });
    return seals(deps);
  };

export const prepareResetSeals =
  (deps: SealsDeps): Preparation<'resetSeals'> =>
  async (request) => {
    requireUnset(deps);
    await checkSealReset(sealDeps(deps));
    return request;
  };
