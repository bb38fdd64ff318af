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

/**
 * The built-in client of `diptych mediation login`. Any program of the user's machine can claim to be it, so
 * oidc-provider asks for consent each time, as of every native client (RFC 8252 8.6).
 */
export const COMMAND_LINE: OAuthClient = {
  ...CONSOLE,
  clientId: 'diptych-command-line',
  name: 'Diptych command line',
};

/** A client of the authorization server: a built-in one or a registered one. */
export async function clientById(store: AccountStore, clientId: string): Promise<OAuthClient | undefined> {
  const builtIn = [CONSOLE, COMMAND_LINE].find((client) => client.clientId === clientId);
  return builtIn ?? store.read((reader) => reader.client(clientId));
}
