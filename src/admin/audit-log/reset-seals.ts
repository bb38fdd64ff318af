import { checkSealReset, resetSeals as reset } from '../../audit/index.ts';
import { SEAL_METHODS } from '../contract/audit-log/methods.ts';
import { log, operation } from '../operation/operation.ts';
import { requireUnset, sealDeps, seals } from './get-seals.ts';

export const resetSeals = operation(SEAL_METHODS.resetSeals, {
  needs: log,
  async prepare(deps, request) {
    requireUnset(deps);
    await checkSealReset(sealDeps(deps));
    return request;
  },
  async run(deps, { reason }, caller) {
    requireUnset(deps);
    await reset(sealDeps(deps), { reason, actor: caller });
    return seals(deps);
  },
});
