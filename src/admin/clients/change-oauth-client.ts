import type { OAuthClient } from '../../accounts/ports/entities.ts';
import { retryOnConflict } from '../../conventions/conflict.ts';
import { knownPublishers } from '../account-refusals.ts';
import type { AdminOperation } from '../operation.ts';
import { addressesOf, checkClient, clientNamed, clientView, type Needs } from './client.ts';

export const changeOAuthClient: AdminOperation<'changeOAuthClient', Needs> = (deps) => {
  const { store, policy, clock } = deps;
  return async ({ client: clientId, redirectUris, publishers, ...given }) => {
    await knownPublishers(deps, 'publishers', publishers ?? []);
    const client = await retryOnConflict(() =>
      store.write(async (writer) => {
        const before = await clientNamed(writer, clientId);
        const after: OAuthClient = {
          ...before,
          ...given,
          ...(redirectUris && { redirectUris: addressesOf(before.kind, redirectUris) }),
          ...(publishers && { publishers: [...new Set(publishers)] }),
          updatedAt: clock(),
        };
        checkClient(after);
        await writer.updateClient(after);
        return after;
      }),
    );
    return clientView(client, policy.scopes);
  };
};
