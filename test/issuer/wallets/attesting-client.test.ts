import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClientAttestationJwt, type JwtSigner } from '@openid4vc/oauth2';
import { createKeyAttestationJwt, setGlobalConfig } from '@openid4vc/openid4vci';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Key } from '../../support/openid4vci.ts';
import { callbacksOf, otherWallet } from '../../support/other-wallet.ts';
import { MDL, newHolder } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';
import { walletProvider } from '../../support/wallet-provider.ts';

const provider = await walletProvider();
const trust = join(temporaryFolder('wallet-provider'), 'trust.pem');
writeFileSync(trust, provider.pem);

// The client compares its own clock with that of the server.
const world = useWorld({
  settings: {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.wallets.walletAttestation': 'required',
    'issuer.wallets.walletTrust': trust,
    'issuer.wallets.keyAttestation': 'required',
    'issuer.wallets.keyTrust': trust,
    'issuer.wallets.keyStorage': ['iso_18045_high'],
  },
  startAt: Date.now(),
});
beforeAll(() => setGlobalConfig({ allowInsecureUrls: true }));

/** The provider of the wallet, by the same libraries. */
const callbacks = callbacksOf(() => provider.signer.key);
const signer: JwtSigner = { method: 'x5c', alg: 'ES256', x5c: [...provider.signer.x5c] };
const inAnHour = () => new Date(Date.now() + 3_600_000);

const attest = ({ jwk }: Key) =>
  createClientAttestationJwt({
    callbacks,
    signer,
    issuer: 'https://provider.example',
    clientId: 'wallet-1',
    expiresAt: inAnHour(),
    confirmation: { jwk: { ...jwk } },
  });

const keysAttested = (keys: readonly Key[], nonce?: string) =>
  createKeyAttestationJwt({
    callbacks,
    signer,
    expiresAt: inAnHour(),
    attestedKeys: keys.map(({ jwk }) => ({ ...jwk })),
    keyStorage: ['iso_18045_high'],
    ...(nonce !== undefined && { nonce }),
    use: nonce === undefined ? 'proof_type.jwt' : 'proof_type.attestation',
  });

/** A wallet that redeemed the code of an offer. */
async function begun() {
  const { client, oauth, keep, signer: signerOf } = otherWallet({ attest });
  const { offer = '' } = await world().admin('issueCode', { holderId: await newHolder(world()) });
  const credentialOffer = await client.resolveCredentialOffer(offer);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const dpop = { signer: signerOf(keep()) };
  const token = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    credentialOffer,
    issuerMetadata,
    dpop,
  });
  return { client, oauth, keep, signerOf, issuerMetadata, dpop, token: token.accessTokenResponse };
}

type Begun = Awaited<ReturnType<typeof begun>>;

/** A batch by one proof of the type attestation. */
async function fetched({ client, issuerMetadata, dpop, keep }: Begun, accessToken: string, count: number) {
  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const keys = Array.from({ length: count }, keep);
  const { credentialResponse } = await client.retrieveCredentials({
    ...{ issuerMetadata, accessToken, dpop },
    credentialConfigurationId: MDL,
    proofs: { attestation: [await keysAttested(keys, nonce)] },
  });
  return credentialResponse.credentials ?? [];
}

describe('@openid4vc/openid4vci with attestations, unmodified', () => {
  it.each([1, 10])('authenticates itself, and gets a batch of %i by an attestation proof', async (count) => {
    const one = await begun();
    expect(await fetched(one, one.token.access_token, count)).toHaveLength(count);
  });

  it('gets a credential by a jwt proof with a key attestation', async () => {
    const { client, issuerMetadata, dpop, token, keep, signerOf } = await begun();
    const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
    const key = keep();
    const { jwt } = await client.createCredentialRequestJwtProof({
      ...{ issuerMetadata, nonce, signer: signerOf(key) },
      clientId: 'wallet-1',
      credentialConfigurationId: MDL,
      keyAttestationJwt: await keysAttested([key]),
    });
    const { credentialResponse } = await client.retrieveCredentials({
      ...{ issuerMetadata, dpop },
      accessToken: token.access_token,
      credentialConfigurationId: MDL,
      proofs: { jwt: [jwt] },
    });
    expect(credentialResponse.credentials).toHaveLength(1);
  });

  it('refreshes, and gets credentials for new keys', async () => {
    const one = await begun();
    const { oauth, issuerMetadata, dpop, token } = one;
    const [authorizationServerMetadata] = issuerMetadata.authorizationServers;
    if (authorizationServerMetadata === undefined) throw new Error('there is no authorization server');
    const refreshToken = token.refresh_token ?? '';
    const asked = { authorizationServerMetadata, refreshToken, dpop };
    const { accessTokenResponse } = await oauth.retrieveRefreshTokenAccessToken(asked);
    expect(await fetched(one, accessTokenResponse.access_token, 2)).toHaveLength(2);
  });
});
