import { credentialAt } from '../../issuer/credential/current-credential.ts';
import { nextCredentialState } from '../../issuer/credential/state-machine.ts';
import { explainRefusal } from '../../issuer/explain-refusal.ts';
import { CREDENTIAL_METHODS } from '../contract/credentials/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { changeById, credentialById } from './credential.ts';

export const revokeCredential = operation(CREDENTIAL_METHODS.revokeCredential, {
  needs: issuer,
  async prepare({ store, clock }, request) {
    const at = clock();
    await store.read(async (reader) => {
      const { state } = credentialAt(await credentialById(reader, request.id), at);
      const about = { subject: 'credential', subjectId: request.id, at } as const;
      await explainRefusal(reader, about, () => nextCredentialState(state, 'revoke'));
    });
    return request;
  },
  run: (deps, { id, reason = 'unspecified', note }, actor) =>
    changeById(deps, id, { event: 'revoke', reason, note }, actor),
});
