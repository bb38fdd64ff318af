import type { Adapter, AdapterPayload } from 'oidc-provider';
import { clientById } from '../../../accounts/client/console.ts';
import type { OAuthClient } from '../../../accounts/ports/entities.ts';
import type { AccountStore } from '../../../accounts/ports/store.ts';

/**
 * A client as metadata of dynamic registration (RFC 7591 2). It has the hash of the secret instead of the
 * secret.
 */
function clientMetadata(client: OAuthClient): AdapterPayload {
  const { clientId, name, kind, secretHash, redirectUris, postLogoutRedirectUris } = client;
  const secret = secretHash === undefined ? {} : { client_secret: secretHash };
  const common = {
    client_id: clientId,
    client_name: name,
    ...secret,
    token_endpoint_auth_method:
      secretHash === undefined ? ('none' as const) : ('client_secret_basic' as const),
  };
  if (kind === 'machine') {
    return { ...common, grant_types: ['client_credentials'], response_types: [], redirect_uris: [] };
  }
  return {
    ...common,
    application_type: kind === 'installed' ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: [...postLogoutRedirectUris],
  };
}

/** Only the administration creates clients. */
export function clientAdapter(store: AccountStore): Adapter {
  const never = async () => {};
  return {
    async find(id) {
      const client = await clientById(store, id);
      return client && clientMetadata(client);
    },
    upsert: never,
    findByUid: never,
    findByUserCode: never,
    consume: never,
    destroy: never,
    revokeByGrantId: never,
  };
}
