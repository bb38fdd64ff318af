import { checkDiscard, discardKey as discard } from '../../keys/discard-key.ts';
import { KEY_METHODS } from '../contract/keys/methods.ts';
import { keys, operation } from '../operation/operation.ts';
import { allKeys, changeKeys } from './keys.ts';

export const discardKey = operation(KEY_METHODS.discardKey, {
  needs: keys,
  async prepare({ register }, request) {
    await checkDiscard(register, request.id);
    return request;
  },
  async run(deps, { id }, caller) {
    await changeKeys(deps, () => discard(deps.register, deps.maker.clock, id, caller));
    return allKeys(deps);
  },
});
