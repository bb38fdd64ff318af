import { redirectUriProblem } from '../../accounts/client/redirect-uri.ts';
import type { ScopeStrings } from '../../accounts/permissions.ts';
import type { ClientKind, OAuthClient } from '../../accounts/ports/entities.ts';
import type { AccountReader } from '../../accounts/ports/store.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { isPrintable } from '../../conventions/printable.ts';
import { StatusError } from '../../conventions/status.ts';
import type { OAuthClientView } from '../contract/clients/methods.ts';
import { etagged } from '../operation/etagged.ts';
import { invalid } from './publishers-and-scopes.ts';

export function clientView(client: OAuthClient, scopes: ScopeStrings): OAuthClientView {
  return etagged({
    id: client.clientId,
    name: client.name,
    kind: client.kind,
    public: client.secretHash === undefined,
    redirectUris: [...client.redirectUris],
    postLogoutRedirectUris: [...client.postLogoutRedirectUris],
    publishers: [...client.publishers],
    scopes: client.scopes.map((name) => scopes[name]),
    createTime: isoTime(client.createdAt),
    updateTime: isoTime(client.updatedAt),
  });
}

/** What a client may do; its name and addresses are not logged. */
export const allowedTo = ({ kind, publishers, scopes }: OAuthClient) => ({ kind, publishers, scopes });

export async function clientNamed(reader: AccountReader, clientId: string): Promise<OAuthClient> {
  const client = await reader.client(clientId);
  if (client) return client;
  throw new StatusError('CLIENT_NOT_FOUND', 'there is no OAuth client with this id');
}

/** Default redirect URIs of an installed client (RFC 8252 7.3). */
const LOOPBACK_URIS = ['http://127.0.0.1', 'http://localhost'];

export function addressesOf(kind: ClientKind, given: readonly string[]): readonly string[] {
  return kind === 'installed' && given.length === 0 ? LOOPBACK_URIS : given;
}

/**
 * Users read the name before they give consent, so invisible characters and characters that change the
 * direction of text are refused.
 */
function checkName(name: string): void {
  if (/^\s|\s$/u.test(name) || !isPrintable(name)) {
    throw invalid('name', 'must not begin or end with a space or hold control characters');
  }
}

function checkUris(kind: ClientKind, field: string, uris: readonly string[]): void {
  for (const [index, uri] of uris.entries()) {
    const problem = redirectUriProblem(kind, uri);
    if (problem) throw invalid(`${field}.${index}`, problem);
  }
}

function checkMembers({ kind, secretHash, redirectUris, publishers, scopes }: OAuthClient): void {
  if (kind === 'machine') {
    if (secretHash === undefined)
      throw invalid('public', 'is not allowed for a machine client, which authenticates with its secret');
    if (publishers.length === 0)
      throw invalid('publishers', 'must name the publisher accounts that the machine acts for');
    if (scopes.length === 0) throw invalid('scopes', 'must name the scopes of the machine');
    return;
  }
  if (kind === 'web' && redirectUris.length === 0)
    throw invalid('redirectUris', 'must name at least one address');
  if (publishers.length > 0)
    throw invalid('publishers', 'are for machine clients; with other clients the user chooses the accounts');
  if (scopes.length > 0)
    throw invalid('scopes', 'are for machine clients; other clients request scopes from the user');
}

/** Checks a new or changed client. */
export function checkClient(client: OAuthClient): void {
  checkName(client.name);
  checkMembers(client);
  checkUris(client.kind, 'redirectUris', client.redirectUris);
  checkUris(client.kind, 'postLogoutRedirectUris', client.postLogoutRedirectUris);
}
