import { checkSignerImport, importSigner } from '../../keys/import-signer.ts';
import type { AdminOperation, Preparation } from '../operation.ts';
import { allKeys, changeKeys, explained, type KeyAdminDeps } from './keys.ts';

export const importKey: AdminOperation<'importKey', KeyAdminDeps> = (deps) => async (request, caller) => {
  await changeKeys(deps, () => importSigner(deps.register, deps.maker, request, caller));
  return allKeys(deps);
};

export const prepareImportKey =
  ({ register, maker }: KeyAdminDeps): Preparation<'importKey'> =>
  async (request) => {
    await explained(() => checkSignerImport(register, maker, request));
    return request;
  };
