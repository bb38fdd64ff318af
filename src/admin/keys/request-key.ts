import { certificationRequestToPem } from '../../formats/x509/index.ts';
import { requestSignerCertificate } from '../../keys/new-keys.ts';
import { KEY_METHODS } from '../contract/keys/methods.ts';
import { keys, operation } from '../operation/operation.ts';
import { changeKeys } from './keys.ts';

export const requestKey = operation(KEY_METHODS.requestKey, {
  needs: keys,
  async run(deps, { role = 'documentSigner' }, caller) {
    const { keyId, request } = await changeKeys(deps, () =>
      requestSignerCertificate(deps.register, deps.maker, role, caller),
    );
    return { id: keyId, certificationRequest: certificationRequestToPem(request) };
  },
});
