import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GRANT, type Granted, newKey, outcome, vciWallet } from '../../support/openid4vci.ts';
import { codeFor, MDL, newHolder } from '../../support/records.ts';
import { stored } from '../../support/stored-credentials.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';
import { walletHeaders, walletProvider } from '../../support/wallet-provider.ts';
import type { World } from '../../support/world.ts';

const provider = await walletProvider();
const other = await walletProvider('Other Provider');
const trust = join(temporaryFolder('wallet-provider'), 'trust.pem');
writeFileSync(trust, provider.pem);

const clients = [{ id: 'wallet-1', name: 'Wallet', redirectUris: ['https://wallet.example/callback'] }];
const attesting = useWorld({
  settings: {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.wallets.clients': clients,
    'issuer.wallets.walletAttestation': 'required',
    'issuer.wallets.walletTrust': trust,
  },
});
const optional = useWorld({
  settings: {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.wallets.walletAttestation': 'optional',
    'issuer.wallets.walletTrust': trust,
  },
});

type Wallet = ReturnType<typeof vciWallet>;
type Headers = (wallet: Wallet) => Record<string, string>;

const redeem = (
  wallet: Wallet,
  code: string,
  headers: Record<string, string>,
  more: Record<string, string> = {},
) => wallet.token({ grant_type: GRANT, 'pre-authorized_code': code, ...more }, headers);

/** A wallet with a token, that authenticated itself. */
async function attested(world: World, key = newKey()): Promise<Granted> {
  const holderId = await newHolder(world);
  const wallet = vciWallet(world);
  const answer = await redeem(
    wallet,
    await codeFor(world, holderId),
    walletHeaders(provider, wallet, { key }),
  );
  const { access_token: token, refresh_token: refresh } = answer.body as Record<
    'access_token' | 'refresh_token',
    string
  >;
  return { wallet, holderId, token, refresh, nonce: await wallet.nonce() };
}

describe('A wallet that must authenticate itself', () => {
  const key = newKey();
  const rows: readonly (readonly [string, Headers])[] = [
    ['sends nothing', () => ({})],
    ['sends no proof', (w) => ({ ...walletHeaders(provider, w), 'oauth-client-attestation-pop': '' })],
    ['sends no attestation', (w) => ({ ...walletHeaders(provider, w), 'oauth-client-attestation': '' })],
    ['has an attestation of a provider that is not trusted', (w) => walletHeaders(other, w)],
    ...Object.entries(provider.signers).map(
      ([what, by]) =>
        [
          `has an attestation of a signer ${what}`,
          (w: Wallet) => walletHeaders(provider, w, { of: { by } }),
        ] as const,
    ),
    [
      'has an attestation of another type',
      (w) => walletHeaders(provider, w, { of: { header: { typ: 'jwt' } } }),
    ],
    [
      'has an attestation by another algorithm',
      (w) => walletHeaders(provider, w, { of: { header: { alg: 'ES384' } } }),
    ],
    [
      'has an attestation with a critical header',
      (w) => walletHeaders(provider, w, { of: { header: { crit: ['x'] } } }),
    ],
    [
      'has an attestation whose exp is in the past',
      (w) => walletHeaders(provider, w, { of: { claims: { exp: w.seconds() } } }),
    ],
    [
      'has an attestation without exp',
      (w) => walletHeaders(provider, w, { of: { claims: { exp: undefined } } }),
    ],
    [
      'has an attestation whose nbf is ahead',
      (w) => walletHeaders(provider, w, { of: { claims: { nbf: w.seconds() + 600 } } }),
    ],
    ['has an attestation without sub', (w) => walletHeaders(provider, w, { of: { claims: { sub: '' } } })],
    ['has an attestation without a key', (w) => walletHeaders(provider, w, { of: { claims: { cnf: {} } } })],
    [
      'has an attestation with a private key',
      (w) =>
        walletHeaders(provider, w, {
          of: { claims: { cnf: { jwk: key.privateKey.export({ format: 'jwk' }) } } },
          by: key,
        }),
    ],
    ['proves another key', (w) => walletHeaders(provider, w, { by: newKey() })],
    ['has a proof of another type', (w) => walletHeaders(provider, w, { proof: { header: { typ: 'jwt' } } })],
    [
      'has a proof for another server',
      (w) => walletHeaders(provider, w, { proof: { claims: { aud: 'https://a.example' } } }),
    ],
    [
      'has a proof for several servers',
      (w) => walletHeaders(provider, w, { proof: { claims: { aud: [w.issuer] } } }),
    ],
    [
      'has a proof of another client',
      (w) => walletHeaders(provider, w, { proof: { claims: { iss: 'wallet-2' } } }),
    ],
    [
      'has a proof of ten minutes ago',
      (w) => walletHeaders(provider, w, { proof: { claims: { iat: w.seconds() - 600 } } }),
    ],
    [
      'has a proof without iat and exp',
      (w) => walletHeaders(provider, w, { proof: { claims: { iat: undefined } } }),
    ],
    [
      'has a proof without iat that ends in an hour',
      (w) => walletHeaders(provider, w, { proof: { claims: { iat: undefined, exp: w.seconds() + 3600 } } }),
    ],
    ['has a proof without jti', (w) => walletHeaders(provider, w, { proof: { claims: { jti: undefined } } })],
    [
      'has a proof with a jti of 257 characters',
      (w) => walletHeaders(provider, w, { proof: { claims: { jti: 'x'.repeat(257) } } }),
    ],
  ];

  it.each(rows)('is refused if it %s, and nothing is written', async (_what, headers) => {
    const code = await codeFor(attesting(), await newHolder(attesting()));
    const wallet = vciWallet(attesting());
    const before = await stored(attesting());
    expect(outcome(await redeem(wallet, code, headers(wallet)))).toEqual([401, 'invalid_client']);
    expect(await stored(attesting())).toEqual(before);
    expect((await redeem(wallet, code, walletHeaders(provider, wallet))).status).toBe(200);
  });

  it('is refused if client_id is not sub of its attestation', async () => {
    const code = await codeFor(attesting(), await newHolder(attesting()));
    const wallet = vciWallet(attesting());
    const answer = await redeem(wallet, code, walletHeaders(provider, wallet), { client_id: 'wallet-2' });
    expect(outcome(answer)).toEqual([401, 'invalid_client']);
  });

  it('uses a proof once', async () => {
    const wallet = vciWallet(attesting());
    const [one, two] = [await newHolder(attesting()), await newHolder(attesting())];
    const headers = walletHeaders(provider, wallet, { proof: { claims: { jti: randomUUID() } } });
    expect((await redeem(wallet, await codeFor(attesting(), one), headers)).status).toBe(200);
    expect(outcome(await redeem(wallet, await codeFor(attesting(), two), headers))).toEqual([
      401,
      'invalid_client',
    ]);
  });

  it('authenticates itself at the pushed request, and at a refresh by the same key', async () => {
    const instance = newKey();
    const { wallet, refresh } = await attested(attesting(), instance);
    const pushed = (headers: Record<string, string>) =>
      wallet.send(
        '/par',
        new URLSearchParams({
          client_id: 'wallet-1',
          response_type: 'code',
          redirect_uri: 'https://wallet.example/callback',
          code_challenge: 'x'.repeat(43),
          code_challenge_method: 'S256',
          scope: MDL,
        }).toString(),
        { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      );
    expect(outcome(await pushed({}))).toEqual([401, 'invalid_client']);
    expect(outcome(await pushed(walletHeaders(provider, wallet, { clientId: 'wallet-2' })))).toEqual([
      401,
      'invalid_client',
    ]);
    expect((await pushed(walletHeaders(provider, wallet))).status).toBe(201);
    const again = (headers: Record<string, string>) =>
      wallet.token({ grant_type: 'refresh_token', refresh_token: refresh }, headers);
    expect(outcome(await again({}))).toEqual([401, 'invalid_client']);
    for (const other of [{ clientId: 'wallet-2', key: instance }, { key: newKey() }])
      expect(outcome(await again(walletHeaders(provider, wallet, other)))).toEqual([400, 'invalid_grant']);
    expect((await again(walletHeaders(provider, wallet, { key: instance }))).status).toBe(200);
  });

  it('may have an attestation whose chain has two authorities, in order', async () => {
    const code = await codeFor(attesting(), await newHolder(attesting()));
    const wallet = vciWallet(attesting());
    const of = { by: provider.deepSigner };
    expect((await redeem(wallet, code, walletHeaders(provider, wallet, { of }))).status).toBe(200);
  });

  it('may sign a proof that says its end in place of its time', async () => {
    const code = await codeFor(attesting(), await newHolder(attesting()));
    const wallet = vciWallet(attesting());
    const proof = { claims: { iat: undefined, exp: wallet.seconds() + 60, challenge: 'x' } };
    expect((await redeem(wallet, code, walletHeaders(provider, wallet, { proof }))).status).toBe(200);
  });

  it('is told by the metadata', async () => {
    const read = async (world: World) =>
      (await fetch(`${world.url}/.well-known/oauth-authorization-server/vci`)).json();
    expect(await read(attesting())).toMatchObject({
      token_endpoint_auth_methods_supported: ['attest_jwt_client_auth'],
      client_attestation_signing_alg_values_supported: ['ES256'],
      client_attestation_pop_signing_alg_values_supported: ['ES256'],
      'pre-authorized_grant_anonymous_access_supported': false,
    });
    expect(await read(optional())).toMatchObject({
      token_endpoint_auth_methods_supported: ['none', 'attest_jwt_client_auth'],
      'pre-authorized_grant_anonymous_access_supported': true,
    });
  });
});

describe('A wallet that may authenticate itself', () => {
  it('gets a token without an attestation, and none with a wrong one', async () => {
    const wallet = vciWallet(optional());
    const code = await codeFor(optional(), await newHolder(optional()));
    expect(outcome(await redeem(wallet, code, walletHeaders(other, wallet)))).toEqual([
      401,
      'invalid_client',
    ]);
    expect((await redeem(wallet, code, {})).status).toBe(200);
  });
});
