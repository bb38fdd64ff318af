import { certificationRequestToPem } from '../../formats/x509/index.ts';
import { requestSignerCertificate } from '../../keys/new-keys.ts';
import type { AdminOperation } from '../operation.ts';
import { changeKeys, type KeyAdminDeps } from './keys.ts';

export const requestKey: AdminOperation<'requestKey', KeyAdminDeps> =
  (deps) =>
  async ({ role = 'documentSigner' }, caller) => {
    const { keyId, request } = await changeKeys(deps, () =>
      requestSignerCertificate(deps.register, deps.maker, role, caller),
    );
    return { id: keyId, certificationRequest: certificationRequestToPem(request) };
  };
