import { checkRotation, finishRotation, startRotation } from '../../keys/rotation.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { allKeys, changeKeys, explained, type KeyAdminDeps } from './keys.ts';

export const rotateKey: AdminOperation<'rotateKey', KeyAdminDeps> =
  (deps) =>
  async ({ role, finish = false }, caller) => {
    const rotate = finish ? finishRotation : startRotation;
    await changeKeys(deps, () => rotate(deps.register, deps.maker, role, caller));
    return allKeys(deps);
  };

export const prepareRotateKey =
  ({ register, maker }: KeyAdminDeps): Preparation<'rotateKey'> =>
  async (request) => {
    const { role, finish = false } = request;
    await explained(() => checkRotation(register, maker, role, { finish }));
    return request;
  };
