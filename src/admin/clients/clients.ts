import { redirectUriProblem } from '../../accounts/client/redirect-uri.ts';
import { clientSecretsFile, hashSecret } from '../../accounts/client/secret.ts';
import type { AccountDeps } from '../../accounts/deps.ts';
import { newClientId, newClientSecret } from '../../accounts/ids.ts';
import type { ClientKind, OAuthClient } from '../../accounts/ports/entities.ts';
import type { AccountReader } from '../../accounts/ports/store.ts';
import { retryOnConflict } from '../../conventions/conflict.ts';
import { StatusError } from '../../conventions/status.ts';
import type { AccountOperation, AccountRequest } from '../account-contract.ts';
import { clientNamed, knownPublishers, scopesNamed } from '../account-refusals.ts';
import { clientView } from '../account-views.ts';
import { listPage } from '../list-page.ts';
import { addressesOf, checkClient } from './client-rules.ts';

type Needs = Pick<AccountDeps, 'store' | 'publishers' | 'policy' | 'endpoints' | 'clock' | 'random'>;
type Request = AccountRequest<'createOAuthClient'>;

/** By its addresses: on this machine or with a scheme of its own it is an application, else a web server. */
function kindOf({ kind, redirectUris = [], publishers = [], scopes = [] }: Request): ClientKind {
  if (kind) return kind;
  if (redirectUris.length === 0 && publishers.length + scopes.length > 0) return 'machine';
  const remote = redirectUris.some(
    (uri) => redirectUriProblem('installed', uri) !== undefined || /^https:/i.test(uri),
  );
  return remote ? 'web' : 'installed';
}

export function createOAuthClient(deps: Needs): AccountOperation<'createOAuthClient'> {
  const { store, policy, endpoints, clock, random } = deps;
  return async (request) => {
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
    await store.write((writer) => writer.insertClient(client));
    return {
      client: clientView(client, policy.scopes),
      file: clientSecretsFile(client, secret, endpoints()),
    };
  };
}

export function listOAuthClients({ store, policy }: Needs): AccountOperation<'listOAuthClients'> {
  return async (request) => {
    const read = (page: Parameters<AccountReader['listClients']>[0]) =>
      store.read((r) => r.listClients(page));
    const { rows, next } = await listPage(request, { list: 'clients' }, read, (client) => client.clientId);
    return { clients: rows.map((client) => clientView(client, policy.scopes)), ...next };
  };
}

export function getOAuthClient({ store, policy }: Needs): AccountOperation<'getOAuthClient'> {
  return async ({ client }) =>
    clientView(await store.read((reader) => clientNamed(reader, client)), policy.scopes);
}

export function changeOAuthClient(deps: Needs): AccountOperation<'changeOAuthClient'> {
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
}

export function resetOAuthClientSecret(deps: Needs): AccountOperation<'resetOAuthClientSecret'> {
  const { store, policy, endpoints, clock, random } = deps;
  return async ({ client: clientId }) => {
    const secret = newClientSecret(random);
    const client = await retryOnConflict(() =>
      store.write(async (writer) => {
        const before = await clientNamed(writer, clientId);
        if (before.secretHash === undefined) {
          const text = 'a public client has no secret; create another client';
          throw new StatusError('FAILED_PRECONDITION', 'CLIENT_PUBLIC', text);
        }
        const after = { ...before, secretHash: hashSecret(secret), updatedAt: clock() };
        await writer.updateClient(after);
        return after;
      }),
    );
    return {
      client: clientView(client, policy.scopes),
      file: clientSecretsFile(client, secret, endpoints()),
    };
  };
}

export function deleteOAuthClient({ store, policy }: Needs): AccountOperation<'deleteOAuthClient'> {
  return ({ client: clientId }) =>
    store.write(async (writer) => {
      const client = await clientNamed(writer, clientId);
      await writer.endGrants({ clientId });
      await writer.deleteClient(clientId);
      return clientView(client, policy.scopes);
    });
}
