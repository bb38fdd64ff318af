import { createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeProtectedHeader } from 'jose';
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider';
import { DOC_TYPE } from './doc-type.ts';
import { sha256 } from './envelope.ts';
import type { IssuerKeys } from './keys.ts';
import { issueIssuerSigned, valuesForLibrary } from './mdoc.ts';
import type { ArtifactRow, Store } from './store.ts';

const PRE_AUTHORIZED_CODE = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** oidc-provider gives a code to a registered client only. */
export const CLIENT_ID = 'wallet';
const BATCH_SIZE = 100;
const DAY_IN_SECONDS = 86_400;

/** The state of oidc-provider in SQLite. */
function adapterFor({ artifacts }: Store, model: string): Adapter {
  const payloadOf = (row: ArtifactRow | undefined): AdapterPayload | undefined =>
    row && { ...JSON.parse(row.payload), ...(row.consumed_at !== null && { consumed: row.consumed_at }) };
  return {
    async upsert(id, payload, expiresIn) {
      const { grantId = null, uid = null, userCode = null } = payload;
      const expiresAt = expiresIn === undefined ? null : Date.now() + expiresIn * 1000;
      artifacts.put(model, id, JSON.stringify(payload), grantId, uid, userCode, expiresAt);
    },
    find: async (id) => payloadOf(artifacts.find(model, id)),
    findByUid: async (uid) => payloadOf(artifacts.findByUid(model, uid)),
    findByUserCode: async (code) => payloadOf(artifacts.findByUserCode(model, code)),
    consume: async (id) => void artifacts.consume(model, id),
    destroy: async (id) => void artifacts.drop(model, id),
    revokeByGrantId: async (grantId) => void artifacts.dropOf(grantId),
  };
}

/** One credential for the key of each proof; oidc-provider has checked the proofs. */
async function credentialsFor(proofs: readonly string[], holderId: string, store: Store, keys: IssuerKeys) {
  const values = valuesForLibrary(JSON.parse(store.holderRecord(holderId) ?? '{}'));
  const issued = await Promise.all(
    proofs.map(async (proof) => {
      const key = createPublicKey({ key: decodeProtectedHeader(proof).jwk as JsonWebKey, format: 'jwk' });
      const { bytes, expiresAt } = await issueIssuerSigned(values, key, keys);
      return { bytes, expiresAt, keyHash: sha256(key.export({ format: 'der', type: 'spki' })) };
    }),
  );
  store.keepKeys(holderId, issued);
  return issued.map(({ bytes }) => ({ credential: bytes.toString('base64url') }));
}

function configurationFor(issuer: string, store: Store, keys: IssuerKeys): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    adapter: (model: string) => adapterFor(store, model),
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
        grant_types: [PRE_AUTHORIZED_CODE, 'refresh_token'],
        response_types: [],
        redirect_uris: [],
      },
    ],
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    scopes: [DOC_TYPE],
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: () => true,
    ttl: {
      AccessToken: DAY_IN_SECONDS,
      PreAuthorizedCode: DAY_IN_SECONDS,
      RefreshToken: DAY_IN_SECONDS,
      Grant: DAY_IN_SECONDS,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: DOC_TYPE, audience: issuer, accessTokenFormat: 'opaque' }),
      },
      openid4vci: {
        enabled: true,
        ack: 'experimental-01',
        nonceSecret: randomBytes(32),
        preAuthorizedCodeGrant: true,
        metadata: { batch_credential_issuance: { batch_size: BATCH_SIZE } },
        credentialConfigurationsSupported: {
          [DOC_TYPE]: {
            format: 'mso_mdoc',
            doctype: DOC_TYPE,
            scope: DOC_TYPE,
            cryptographic_binding_methods_supported: ['jwk'],
            credential_signing_alg_values_supported: [-7],
            proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
          },
        },
        credentialEndpointExpectedAudience: () => issuer,
        issueCredential: async (_ctx, { proofs, account }) => ({
          credentials: await credentialsFor(proofs?.jwt ?? [], account.accountId, store, keys),
        }),
      },
    },
  };
}

/** OpenID4VCI by the experimental feature of oidc-provider, and documents by @auth0/mdl. */
export async function startWallets(store: Store, keys: IssuerKeys) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configurationFor(issuer, store, keys));
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    /** A pre-authorized code of a holder. */
    async newCode(holderId: string, txCode?: string): Promise<string> {
      const grant = new provider.Grant({ clientId: CLIENT_ID, accountId: holderId });
      grant.addResourceScope(issuer, DOC_TYPE);
      const grantId = await grant.save();
      const code = new provider.PreAuthorizedCode({
        accountId: holderId,
        clientId: CLIENT_ID,
        grantId,
        scope: DOC_TYPE,
        resource: issuer,
        ...(txCode !== undefined && { txCode }),
      });
      return code.save();
    },
  };
}
