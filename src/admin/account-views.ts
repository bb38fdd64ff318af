import type { OAuthClient, User } from '../accounts/ports/entities.ts';
import type { ScopeStrings } from '../accounts/scopes.ts';
import type { OAuthClientView, UserView } from './account-contract.ts';

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function userView(user: User): UserView {
  const { userId, email, state, role, passwordIsOwn, publishers, createdAt, updatedAt } = user;
  return {
    id: userId,
    email,
    state,
    ...(role && { role }),
    mustChangePassword: !passwordIsOwn,
    publishers: [...publishers],
    createTime: isoTime(createdAt),
    updateTime: isoTime(updatedAt),
  };
}

export function clientView(client: OAuthClient, scopes: ScopeStrings): OAuthClientView {
  return {
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
  };
}
