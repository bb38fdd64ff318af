import { checkSealKeyRotation, rotateSealKey as rotate } from '../../audit/index.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { type SealsDeps, sealDeps, seals } from './get-seals.ts';

export const rotateSealKey: AdminOperation<'rotateSealKey', SealsDeps> =
  (deps) =>
  async ({ reason }, caller) => {
    await rotate(sealDeps(deps), { reason, actor: caller });
    return seals(deps);
  };

export const prepareRotateSealKey =
  (deps: SealsDeps): Preparation<'rotateSealKey'> =>
  async (request) => {
    await checkSealKeyRotation(sealDeps(deps));
    return request;
  };
