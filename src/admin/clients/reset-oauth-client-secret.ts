import { clientSecretsFile, hashSecret } from '../../accounts/client/secret.ts';
import { newClientSecret } from '../../accounts/ids.ts';
import { retryOnConflict } from '../../conventions/errors.ts';
import { StatusError } from '../../conventions/status.ts';
import { CLIENT_METHODS } from '../contract/clients/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { clientNamed, clientView } from './client.ts';

export const resetOAuthClientSecret = operation(CLIENT_METHODS.resetOAuthClientSecret, {
  needs: accounts,
  async run(deps, { client: clientId }, actor) {
    const { store, policy, endpoints, clock, random } = deps;
    const secret = newClientSecret(random);
    const client = await retryOnConflict(() =>
      store.write(async (writer) => {
        const before = await clientNamed(writer, clientId);
        if (before.secretHash === undefined) {
          const text = 'a public client has no secret; create another client';
          throw new StatusError('CLIENT_PUBLIC', text);
        }
        const at = clock();
        const after = { ...before, secretHash: hashSecret(secret), updatedAt: at };
        await writer.updateClient(after);
        const line = { subject: 'oauthClient', subjectId: clientId, event: 'resetSecret' } as const;
        await writer.record({ ...line, actor, at });
        return after;
      }),
    );
    return {
      client: clientView(client, policy.scopes),
      file: clientSecretsFile(client, secret, endpoints()),
    };
  },
});
