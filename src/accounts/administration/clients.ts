import { StatusError } from '../../conventions/status.ts';
import { redirectUriProblem } from '../client/redirect-uri.ts';
import { hashSecret } from '../client/secret.ts';
import { clientSecretsFile } from '../client/secrets-file.ts';
import type { AccountDeps } from '../deps.ts';
import { newClientId, newClientSecret } from '../ids.ts';
import type { ClientKind, OAuthClient } from '../ports/entities.ts';
import type { AccountReader } from '../ports/store.ts';
import { retryOnConflict } from '../retry.ts';
import type { AccountOperation, AccountRequest } from './contract.ts';
import { listed } from './paging.ts';
import { clientNamed, invalid, knownPublishers, scopesNamed } from './refusals.ts';
import { clientView } from './views.ts';

type Needs = Pick<AccountDeps, 'store' | 'publishers' | 'policy' | 'endpoints' | 'clock' | 'random'>;
type Request = AccountRequest<'createOAuthClient'>;

/** Where an installed client is called back when nothing is said (RFC 8252 7.3). */
const LOOPBACK_URIS = ['http://127.0.0.1', 'http://localhost'];

/** By its addresses: on this machine or with a scheme of its own it is an application, else a web server. */
function kindOf({ kind, redirectUris = [], publishers = [], scopes = [] }: Request): ClientKind {
  if (kind) return kind;
  if (redirectUris.length === 0 && publishers.length + scopes.length > 0) return 'machine';
  const remote = redirectUris.some(
    (uri) => redirectUriProblem('installed', uri) !== undefined || /^https:/i.test(uri),
  );
  return remote ? 'web' : 'installed';
}

function checkUris(kind: ClientKind, field: string, uris: readonly string[]): void {
  for (const [index, uri] of uris.entries()) {
    const problem = redirectUriProblem(kind, uri);
    if (problem) throw invalid(`${field}.${index}`, problem);
  }
}

function checkMembers(kind: ClientKind, request: Request): void {
  const { public: isPublic = false, redirectUris = [], publishers = [], scopes = [] } = request;
  if (kind === 'machine') {
    if (isPublic) throw invalid('public', 'is of no use to a machine client: its secret is all that it has');
    if (publishers.length === 0) throw invalid('publishers', 'must name what the machine acts for');
    if (scopes.length === 0) throw invalid('scopes', 'must name what the machine may do');
    return;
  }
  if (kind === 'web' && redirectUris.length === 0)
    throw invalid('redirectUris', 'must name at least one address');
  if (publishers.length > 0)
    throw invalid('publishers', 'are for machine clients; for others the user says it');
  if (scopes.length > 0) throw invalid('scopes', 'are for machine clients; others ask the user for them');
}

export function createOAuthClient(deps: Needs): AccountOperation<'createOAuthClient'> {
  const { store, policy, endpoints, clock, random } = deps;
  return async (request) => {
    const kind = kindOf(request);
    checkMembers(kind, request);
    const { redirectUris = [], postLogoutRedirectUris = [] } = request;
    checkUris(kind, 'redirectUris', redirectUris);
    checkUris(kind, 'postLogoutRedirectUris', postLogoutRedirectUris);
    const secret = request.public ? undefined : newClientSecret(random);
    const at = clock();
    const client: OAuthClient = {
      clientId: newClientId(random),
      revision: 0,
      name: request.name,
      kind,
      ...(secret === undefined ? {} : { secretHash: hashSecret(secret) }),
      redirectUris: kind === 'installed' && redirectUris.length === 0 ? LOOPBACK_URIS : redirectUris,
      postLogoutRedirectUris,
      publishers: await knownPublishers(deps, 'publishers', request.publishers ?? []),
      scopes: scopesNamed(policy.scopes, request.scopes ?? []),
      createdAt: at,
      updatedAt: at,
    };
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
    const { rows, next } = await listed(request, read, (client) => client.clientId);
    return { clients: rows.map((client) => clientView(client, policy.scopes)), ...next };
  };
}

export function getOAuthClient({ store, policy }: Needs): AccountOperation<'getOAuthClient'> {
  return async ({ client }) =>
    clientView(await store.read((reader) => clientNamed(reader, client)), policy.scopes);
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
