import { errors } from 'oidc-provider';
import type { AccountStore } from '../../../accounts/ports/store.ts';

interface IssuedToken {
  readonly kind: string;
  readonly grantId?: string;
  readonly clientId?: string | undefined;
}

/** The claims of our own: which publisher accounts, and by which grant. */
export async function tokenClaims(store: AccountStore, token: IssuedToken) {
  const { grantId, clientId } = token;
  if (token.kind === 'ClientCredentials') {
    const client = await store.read((reader) => reader.client(clientId ?? ''));
    return { publishers: [...(client?.publishers ?? [])] };
  }
  const grant = await store.read((reader) => reader.standingGrant(grantId ?? ''));
  if (grant === undefined) throw new errors.InvalidGrant('the grant has ended');
  return { publishers: grant.consented.filter((id) => grant.held.includes(id)), grant_id: grantId };
}
