import type { OAuthClient } from '../ports/entities.ts';
import type { AccountStore } from '../ports/store.ts';

/** With this operators sign in. It is built in: ids that the administration gives out have another shape. */
export const CONSOLE: OAuthClient = {
  clientId: 'diptych-console',
  revision: 0,
  name: 'Diptych administration',
  kind: 'installed',
  redirectUris: ['http://127.0.0.1'],
  postLogoutRedirectUris: [],
  publishers: [],
  scopes: [],
  createdAt: 0,
  updatedAt: 0,
};

/** A client as the authorization server knows it: the built-in one, or one that the administration made. */
export async function clientById(store: AccountStore, clientId: string): Promise<OAuthClient | undefined> {
  return clientId === CONSOLE.clientId ? CONSOLE : store.read((reader) => reader.client(clientId));
}
