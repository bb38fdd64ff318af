import type { IncomingMessage } from 'node:http';
import { clientById } from '../../accounts/client/console.ts';
import { isSecret } from '../../accounts/client/secret.ts';
import { isLikeClientId } from '../../accounts/ids.ts';
import type { OAuthClient } from '../../accounts/ports/entities.ts';
import type { AccountStore } from '../../accounts/ports/store.ts';

interface Given {
  readonly clientId: string;
  readonly secret?: string;
}

const BASIC = /^Basic +([A-Za-z0-9+/]+=*) *$/i;

/** application/x-www-form-urlencoded, RFC 6749 2.3.1. @throws URIError */
const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** Undefined if the header does not contain Basic credentials. */
function clientInHeader(authorization: string): Given | undefined {
  const [, encoded = ''] = BASIC.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  try {
    return { clientId: decoded(pair.slice(0, colon)), secret: decoded(pair.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

/** The client id in a refused request, which `diptych explain` shows. The client may not exist, and its secret may be wrong. */
export function namedClient(
  authorization: string | undefined,
  clientId: unknown,
): { readonly clientId?: string } {
  const named = (authorization && clientInHeader(authorization)?.clientId) ?? clientId;
  return typeof named === 'string' && isLikeClientId(named) ? { clientId: named } : {};
}

/**
 * The client that authenticates by Basic or in the body; `none` without credentials, `wrong` if they are
 * wrong.
 */
export async function clientOf(
  store: AccountStore,
  authorization: string | undefined,
  body: { readonly clientId: string | undefined; readonly secret: string | undefined },
): Promise<OAuthClient | 'none' | 'wrong'> {
  const { clientId, secret } = body;
  const inBody =
    clientId === undefined ? undefined : { clientId, ...(secret === undefined ? {} : { secret }) };
  const given = authorization === undefined ? inBody : clientInHeader(authorization);
  if (given === undefined) return authorization === undefined ? 'none' : 'wrong';
  if (clientId !== undefined && clientId !== given.clientId) return 'wrong';
  const client = await clientById(store, given.clientId);
  if (client === undefined) return 'wrong';
  if (client.secretHash === undefined) return given.secret ? 'wrong' : client;
  return given.secret !== undefined && isSecret(client, given.secret) ? client : 'wrong';
}

/**
 * Some client libraries, such as Python's, send Basic for every client, with an empty secret for a public
 * client. oidc-provider accepts a public client only by `client_id` in the body (RFC 6749 3.2.1), so the id
 * is put at the start of the body.
 */
export async function moveEmptySecret(raw: IncomingMessage, store: AccountStore): Promise<void> {
  const { authorization, 'content-length': length } = raw.headers;
  const given = authorization === undefined ? undefined : clientInHeader(authorization);
  if (given?.secret !== '') return;
  const client = await store.read((reader) => reader.client(given.clientId));
  if (client === undefined || client.secretHash !== undefined) return;
  delete raw.headers.authorization;
  const front = Buffer.from(`client_id=${encodeURIComponent(given.clientId)}&`);
  raw.unshift(front);
  if (length !== undefined) raw.headers['content-length'] = String(Number(length) + front.length);
}
