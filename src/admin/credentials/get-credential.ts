import { credentialAt } from '../../issuer/credential/current-credential.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';
import { credentialById, credentialView } from './credential.ts';

export const getCredential: AdminOperation<'getCredential', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  ({ id }) =>
    store.snapshot(async (reader) => {
      const now = clock();
      const credential = credentialAt(await credentialById(reader, id), now);
      const validMsos = await reader.validMsos(id, credential.versionId, now);
      return { ...credentialView(credential), validMsos };
    });
