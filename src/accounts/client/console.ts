import type { OAuthClient } from '../ports/entities.ts';
import type { AccountStore } from '../ports/store.ts';

/** The built-in client that operators sign in with. Its id cannot collide: generated ids have another form. */
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

/** A client of the authorization server: the built-in one or a registered one. */
export async function clientById(store: AccountStore, clientId: string): Promise<OAuthClient | undefined> {
  return clientId === CONSOLE.clientId ? CONSOLE : store.read((reader) => reader.client(clientId));
}
