import { redirectUriProblem } from '../../accounts/client/redirect-uri.ts';
import { clientSecretsFile, hashSecret } from '../../accounts/client/secret.ts';
import { newClientId, newClientSecret } from '../../accounts/ids.ts';
import type { ClientKind, OAuthClient } from '../../accounts/ports/entities.ts';
import { CLIENT_METHODS } from '../contract/clients/methods.ts';
import type { AdminRequest } from '../contract/index.ts';
import { accounts, operation } from '../operation/operation.ts';
import { addressesOf, allowedTo, checkClient, clientView } from './client.ts';
import { knownPublishers, scopesNamed } from './publishers-and-scopes.ts';

type Request = AdminRequest<'createOAuthClient'>;

/**
 * Derives the kind from the redirect URIs: loopback addresses and custom schemes belong to an installed application,
 * other addresses to a web server.
 */
function kindOf({ kind, redirectUris = [], publishers = [], scopes = [] }: Request): ClientKind {
  if (kind) return kind;
  if (redirectUris.length === 0 && publishers.length + scopes.length > 0) return 'machine';
  const remote = redirectUris.some(
    (uri) => redirectUriProblem('installed', uri) !== undefined || /^https:/i.test(uri),
  );
  return remote ? 'web' : 'installed';
}

export const createOAuthClient = operation(CLIENT_METHODS.createOAuthClient, {
  needs: accounts,
  async run(deps, request, actor) {
    const { store, policy, endpoints, clock, random } = deps;
    const kind = kindOf(request);
    const { redirectUris = [], postLogoutRedirectUris = [], publishers = [], scopes = [] } = request;
    const secret = request.public ? undefined : newClientSecret(random);
    const at = clock();
    const client: OAuthClient = {
      clientId: newClientId(random),
      revision: 0,
      name: request.name,
      kind,
      ...(secret === undefined ? {} : { secretHash: hashSecret(secret) }),
      redirectUris: addressesOf(kind, redirectUris),
      postLogoutRedirectUris,
      publishers: [...new Set(publishers)],
      scopes: scopesNamed(policy.scopes, scopes),
      createdAt: at,
      updatedAt: at,
    };
    checkClient(client);
    await knownPublishers(deps, 'publishers', publishers);
    await store.write(async (writer) => {
      await writer.insertClient(client);
      const line = { subject: 'oauthClient', subjectId: client.clientId, event: 'create' } as const;
      await writer.record({ ...line, actor, details: { after: allowedTo(client) }, at });
    });
    return {
      client: clientView(client, policy.scopes),
      file: clientSecretsFile(client, secret, endpoints()),
    };
  },
});
