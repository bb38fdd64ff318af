import { credentialAt } from '../../issuer/credential/current-credential.ts';
import { CREDENTIAL_METHODS } from '../contract/credentials/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { credentialById, credentialView } from './credential.ts';

export const getCredential = operation(CREDENTIAL_METHODS.getCredential, {
  needs: issuer,
  run: ({ store, clock }, { id }) =>
    store.snapshot(async (reader) => {
      const now = clock();
      const credential = credentialAt(await credentialById(reader, id), now);
      const validMsos = await reader.validMsos(id, credential.versionId, now);
      return { ...credentialView(credential), validMsos };
    }),
});
