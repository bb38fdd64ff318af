import type { IncomingMessage } from 'node:http';
import type { AccountStore } from '../../accounts/ports/store.ts';
import { clientInHeader } from './client-credentials.ts';

/**
 * Some client libraries, that of Python among them, send Basic for every client: one without a secret has an empty one
 * there. The server's library knows such a client by `client_id` in the body only, so that it is moved to the front of
 * it (RFC 6749 3.2.1).
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
