import { checkRotation, finishRotation, startRotation } from '../../keys/rotation.ts';
import { KEY_METHODS } from '../contract/keys/methods.ts';
import { keys, operation } from '../operation/operation.ts';
import { allKeys, changeKeys, explained } from './keys.ts';

export const rotateKey = operation(KEY_METHODS.rotateKey, {
  needs: keys,
  async prepare({ register, maker }, request) {
    const { role, finish = false } = request;
    await explained(() => checkRotation(register, maker, role, { finish }));
    return request;
  },
  async run(deps, { role, finish = false }, caller) {
    const rotate = finish ? finishRotation : startRotation;
    await changeKeys(deps, () => rotate(deps.register, deps.maker, role, caller));
    return allKeys(deps);
  },
});
