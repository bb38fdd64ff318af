import type { OAuthClient } from '../../accounts/ports/entities.ts';
import { retryOnConflict } from '../../conventions/errors.ts';
import { CLIENT_METHODS } from '../contract/clients/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { addressesOf, allowedTo, checkClient, clientNamed, clientView } from './client.ts';
import { knownPublishers } from './publishers-and-scopes.ts';

export const changeOAuthClient = operation(CLIENT_METHODS.changeOAuthClient, {
  needs: accounts,
  async run(deps, { client: clientId, ...changes }, actor) {
    const { store, policy, clock } = deps;
    const { redirectUris, publishers, ...given } = changes;
    await knownPublishers(deps, 'publishers', publishers ?? []);
    const client = await retryOnConflict(() =>
      store.write(async (writer) => {
        const at = clock();
        const before = await clientNamed(writer, clientId);
        const after: OAuthClient = {
          ...before,
          ...given,
          ...(redirectUris && { redirectUris: addressesOf(before.kind, redirectUris) }),
          ...(publishers && { publishers: [...new Set(publishers)] }),
          updatedAt: at,
        };
        checkClient(after);
        await writer.updateClient(after);
        await writer.record({
          subject: 'oauthClient',
          subjectId: clientId,
          event: 'update',
          actor,
          concerns: Object.keys(changes).toSorted(),
          ...(publishers && { details: { before: allowedTo(before), after: allowedTo(after) } }),
          at,
        });
        return after;
      }),
    );
    return clientView(client, policy.scopes);
  },
});
