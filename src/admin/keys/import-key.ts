import { checkSignerImport, importSigner } from '../../keys/import-signer.ts';
import { KEY_METHODS } from '../contract/keys/methods.ts';
import { keys, operation } from '../operation/operation.ts';
import { allKeys, changeKeys, explained } from './keys.ts';

export const importKey = operation(KEY_METHODS.importKey, {
  needs: keys,
  async prepare({ register, maker }, request) {
    await explained(() => checkSignerImport(register, maker, request));
    return request;
  },
  async run(deps, request, caller) {
    await changeKeys(deps, () => importSigner(deps.register, deps.maker, request, caller));
    return allKeys(deps);
  },
});
