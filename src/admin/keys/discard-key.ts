import { checkDiscard, discardKey as discard } from '../../keys/discard-key.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { allKeys, changeKeys, type KeyAdminDeps } from './keys.ts';

export const discardKey: AdminOperation<'discardKey', KeyAdminDeps> =
  (deps) =>
  async ({ id }, caller) => {
    await changeKeys(deps, () => discard(deps.register, deps.maker.clock, id, caller));
    return allKeys(deps);
  };

export const prepareDiscardKey =
  ({ register }: KeyAdminDeps): Preparation<'discardKey'> =>
  async (request) => {
    await checkDiscard(register, request.id);
    return request;
  };
