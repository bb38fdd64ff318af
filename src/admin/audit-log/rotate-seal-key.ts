import { checkSealKeyRotation, rotateSealKey as rotate } from '../../audit/index.ts';
import { SEAL_METHODS } from '../contract/audit-log/methods.ts';
import { log, operation } from '../operation/operation.ts';
import { sealDeps, seals } from './get-seals.ts';

export const rotateSealKey = operation(SEAL_METHODS.rotateSealKey, {
  needs: log,
  async prepare(deps, request) {
    await checkSealKeyRotation(sealDeps(deps));
    return request;
  },
  async run(deps, { reason }, caller) {
    await rotate(sealDeps(deps), { reason, actor: caller });
    return seals(deps);
  },
});
