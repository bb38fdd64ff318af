import { retryOnConflict } from '../../conventions/errors.ts';
import { changeCredential } from '../../issuer/credential/change-credential.ts';
import { credentialsAfterDeadlines } from '../../issuer/credential/current-credential.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById, holderView, prepareForHolder } from './holder.ts';

/** Ends all credentials of the holder, on every device; later proofings are rejected with recordInvalid. */
export const revokeHolder = operation(HOLDER_METHODS.revokeHolder, {
  needs: issuer,
  prepare: prepareForHolder,
  async run({ store, clock }, { id, reason = 'unspecified', note }, actor) {
    const at = clock();
    const why = { reason, ...(note !== undefined && { note }) };
    const revoke = () =>
      store.write(async (writer) => {
        const holder = await holderById(writer, id);
        const credentials = await credentialsAfterDeadlines(writer, id, at);
        for (const credential of credentials) {
          await changeCredential(writer, credential, { event: 'revoke', actor, at, ...why });
        }
        if (holder.state !== 'revoked') {
          await writer.updateHolder({ ...holder, state: 'revoked' });
          const change = { subject: 'holder', subjectId: id, event: 'revoke' } as const;
          await writer.record({ ...change, from: holder.state, to: 'revoked', actor, at, ...why });
        }
        return {
          holder: holderView({ ...holder, state: 'revoked' }),
          revokedCredentials: credentials.length,
        };
      });
    return retryOnConflict(revoke);
  },
});
