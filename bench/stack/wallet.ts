import { hash, randomUUID } from 'node:crypto';
import { wellKnown } from '../../src/wallet/openid4vci/metadata.ts';
import { GRANT, jwt, newKey } from '../../test/support/openid4vci.ts';
import { wireOf } from '../harness/http-connection.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';

/** A credential issuer by OpenID4VCI, and the name under which it knows the wallet. */
export interface CredentialIssuer {
  readonly issuer: string;
  readonly clientId?: string;
  /** The document type. */
  readonly configurationId: string;
  /** A code for a new holder, perhaps with a second secret. */
  newCode(holderId: string, txCode?: string): Promise<string>;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const seconds = () => Math.floor(Date.now() / 1000);

async function sent(url: string, init: RequestInit = {}): Promise<Record<string, string>> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

/** A wallet that makes its requests ahead of time, so that only the issuer's work is measured. */
export async function walletAt(
  { issuer, clientId, configurationId, newCode }: CredentialIssuer,
  holderId: string,
) {
  const metadata = await sent(wellKnown('openid-credential-issuer', issuer));
  const { token_endpoint: tokenEndpoint = '' } = await sent(wellKnown('oauth-authorization-server', issuer));
  const { credential_endpoint: endpoint = '', nonce_endpoint: nonceEndpoint = '' } = metadata;
  const key = newKey();
  const dpop = (htu: string, token?: string) =>
    jwt(
      key,
      { typ: 'dpop+jwt' },
      {
        ...{ jti: randomUUID(), htm: 'POST', htu, iat: seconds() },
        ...(token !== undefined && { ath: hash('sha256', token, 'base64url') }),
      },
    );
  const ask = (parameters: Record<string, string>) =>
    sent(tokenEndpoint, {
      method: 'POST',
      headers: { 'content-type': FORM, dpop: dpop(tokenEndpoint) },
      body: new URLSearchParams({ ...parameters, ...(clientId && { client_id: clientId }) }).toString(),
    });
  let { refresh_token: refreshToken = '' } = await ask({
    grant_type: GRANT,
    'pre-authorized_code': await newCode(holderId),
  });
  return {
    /** A request for so many credentials, for new keys, with a new token. */
    async batch(count = AUTH_KEYS): Promise<Buffer> {
      const renewed = await ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
      const { access_token: token = '' } = renewed;
      refreshToken = renewed.refresh_token ?? refreshToken;
      const { c_nonce: nonce } = await sent(nonceEndpoint, { method: 'POST' });
      const claims = { aud: issuer, iat: seconds(), nonce };
      const proofs = Array.from({ length: count }, () =>
        jwt(newKey(), { typ: 'openid4vci-proof+jwt' }, claims),
      );
      return wireOf({
        method: 'POST',
        path: new URL(endpoint).pathname,
        headers: {
          host: new URL(endpoint).host,
          'content-type': JSON_TYPE,
          authorization: `DPoP ${token}`,
          dpop: dpop(endpoint, token),
        },
        body: JSON.stringify({ credential_configuration_id: configurationId, proofs: { jwt: proofs } }),
      });
    },
  };
}
