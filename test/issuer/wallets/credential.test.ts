import { describe, expect, it } from 'vitest';
import { PHOTO_ID } from '../../support/documents.ts';
import {
  credentialRequest,
  type Granted,
  granted,
  newKey,
  outcome,
  vciWallet,
} from '../../support/openid4vci.ts';
import { changeHolder, codeFor, MDL } from '../../support/records.ts';
import { stored } from '../../support/stored-credentials.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({
  settings: { 'issuer.wallets.documentTypes': [MDL, PHOTO_ID], 'issuer.maxAuthKeys': 3 },
});

describe('POST /vci/credential refuses', () => {
  it.each([
    ['no token', { authorization: '' }, 'invalid_token'],
    ['a bearer token', { authorization: 'Bearer abc' }, 'invalid_token'],
    ['a token of somebody else', { authorization: 'DPoP abc' }, 'invalid_token'],
    ['no proof', { dpop: '' }, 'invalid_dpop_proof'],
  ] as const)('%s before it reads the body', async (_what, headers, error) => {
    const { wallet, token } = await granted(world());
    const answer = await wallet.resource('/credential', token, 'no JSON', headers);
    expect(outcome(answer)).toEqual([401, error]);
    expect(answer.headers.get('www-authenticate')).toBe(`DPoP error="${error}", algs="ES256"`);
  });

  it('a token of another key, without hash of the token, in the address, a refresh token, after ten minutes', async () => {
    const one = await granted(world());
    const { wallet, token, refresh } = one;
    const other = vciWallet(world());
    const body = credentialRequest(one, newKey());
    expect(outcome(await other.resource('/credential', token, body))).toEqual([401, 'invalid_token']);
    const dpop = wallet.dpop('/credential');
    expect(outcome(await wallet.resource('/credential', token, body, { dpop }))).toEqual([
      401,
      'invalid_dpop_proof',
    ]);
    expect(outcome(await wallet.resource(`/credential?access_token=${token}`, token, body))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(outcome(await wallet.resource('/credential', refresh, body))).toEqual([401, 'invalid_token']);
    world().advance(600_000);
    expect(outcome(await wallet.resource('/credential', token, body))).toEqual([401, 'invalid_token']);
    expect(world().log.join('')).not.toContain(token);
  });

  it('what explain finds by the id in the answer, with what was found and what to do', async () => {
    const one = await granted(world());
    const body = { ...(credentialRequest(one, newKey()) as object), credential_configuration_id: 'other' };
    const answer = await one.wallet.resource('/credential', one.token, body);
    expect(answer.status).toBe(400);
    const id = answer.headers.get('x-request-id') ?? '';
    const { kind, requests } = await world().admin('getRequest', { id });
    expect([kind, requests]).toEqual([
      'request',
      [
        expect.objectContaining({
          operation: '/vci/credential',
          description: expect.stringMatching(/configuration/),
          remedy: expect.stringMatching(/\w/),
        }),
      ],
    ]);
    const refused = await world().admin('listRefusedRequests', { operation: '/vci/credential' });
    expect(refused.requests.map(({ requestId }) => requestId)).toContain(id);
  });

  type Change = (one: Granted) => unknown;
  const proof = (one: Granted, changes: { header?: object; claims?: object }, key = newKey()) => ({
    credential_configuration_id: MDL,
    proofs: { jwt: [one.wallet.proof(key, one.nonce, changes)] },
  });
  const rows: readonly (readonly [string, Change, number, string])[] = [
    ['a body that is no JSON', () => '{', 400, 'invalid_credential_request'],
    ['a body that is no UTF-8', () => Uint8Array.of(0x22, 0xff, 0x22), 400, 'invalid_credential_request'],
    ['a list', () => [], 400, 'invalid_credential_request'],
    ['a repeated member', () => '{"proofs":1,"proofs":2}', 400, 'invalid_credential_request'],
    ['a body of 300 KB', () => ({ x: 'x'.repeat(300_000) }), 413, 'invalid_credential_request'],
    [
      'no configuration',
      (one) => ({ proofs: credentialRequest(one, newKey()).proofs }),
      400,
      'invalid_credential_request',
    ],
    [
      'an unknown configuration',
      (one) => ({ ...credentialRequest(one, newKey()), credential_configuration_id: 'x' }),
      400,
      'unknown_credential_configuration',
    ],
    [
      'the configuration of another document type',
      (one) => ({ ...credentialRequest(one, newKey()), credential_configuration_id: PHOTO_ID }),
      403,
      'insufficient_scope',
    ],
    [
      'a credential identifier',
      (one) => ({ proofs: credentialRequest(one, newKey()).proofs, credential_identifier: 'x' }),
      400,
      'unknown_credential_identifier',
    ],
    [
      'a wish for encryption',
      (one) => ({ ...credentialRequest(one, newKey()), credential_response_encryption: {} }),
      400,
      'invalid_encryption_parameters',
    ],
    ['no proofs', () => ({ credential_configuration_id: MDL }), 400, 'invalid_proof'],
    ['no proof', () => ({ credential_configuration_id: MDL, proofs: { jwt: [] } }), 400, 'invalid_proof'],
    [
      'two types of proof',
      (one) => ({ ...credentialRequest(one, newKey()), proofs: { jwt: ['x'], attestation: ['x'] } }),
      400,
      'invalid_proof',
    ],
    [
      'a type of proof that is not offered',
      () => ({ credential_configuration_id: MDL, proofs: { attestation: ['x'] } }),
      400,
      'invalid_proof',
    ],
    [
      'more proofs than batch_size',
      (one) => credentialRequest(one, newKey(), newKey(), newKey(), newKey()),
      400,
      'invalid_proof',
    ],
    [
      'two proofs for one key',
      (one) => {
        const key = newKey();
        return credentialRequest(one, key, key);
      },
      400,
      'invalid_proof',
    ],
    [
      'two proofs for one key, which is spelled in two ways',
      (one) => {
        const key = newKey();
        const { x } = key.jwk;
        const next = String.fromCharCode(x.charCodeAt(42) + 1);
        return credentialRequest(one, key, { ...key, jwk: { ...key.jwk, x: x.slice(0, 42) + next } });
      },
      400,
      'invalid_proof',
    ],
    ['a proof of another type', (one) => proof(one, { header: { typ: 'JWT' } }), 400, 'invalid_proof'],
    [
      'a proof signed by another key',
      (one) => proof(one, { header: { jwk: newKey().jwk } }),
      400,
      'invalid_proof',
    ],
    [
      'a proof with a private key',
      (one) => proof(one, { header: { jwk: { ...newKey().jwk, d: 'AA' } } }),
      400,
      'invalid_proof',
    ],
    ['a proof with kid too', (one) => proof(one, { header: { kid: 'x' } }), 400, 'invalid_proof'],
    [
      'a key on another curve',
      (one) => proof(one, { header: { jwk: { kty: 'EC', crv: 'P-384', x: 'AA', y: 'AA' } } }),
      400,
      'invalid_proof',
    ],
    [
      'a point that is not on the curve',
      (one) =>
        proof(one, { header: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } } }),
      400,
      'invalid_proof',
    ],
    [
      'another audience',
      (one) => proof(one, { claims: { aud: 'https://other.example' } }),
      400,
      'invalid_proof',
    ],
    [
      'two audiences',
      (one) => proof(one, { claims: { aud: [one.wallet.issuer, 'x'] } }),
      400,
      'invalid_proof',
    ],
    [
      'an issuer of an anonymous wallet',
      (one) => proof(one, { claims: { iss: 'somebody' } }),
      400,
      'invalid_proof',
    ],
    [
      'an old proof',
      (one) => proof(one, { claims: { iat: one.wallet.seconds() - 301 } }),
      400,
      'invalid_proof',
    ],
    ['no nonce', (one) => proof(one, { claims: { nonce: undefined } }), 400, 'invalid_nonce'],
    [
      'a nonce that was not made here',
      (one) => proof(one, { claims: { nonce: 'x'.repeat(60) } }),
      400,
      'invalid_nonce',
    ],
    ['a token as nonce', (one) => proof(one, { claims: { nonce: one.token } }), 400, 'invalid_nonce'],
  ];

  it.each(rows)('%s, and issues nothing', async (_what, change, status, error) => {
    const one = await granted(world());
    const before = await stored(world());
    const answer = await one.wallet.resource('/credential', one.token, change(one));
    expect(outcome(answer)).toEqual([status, error]);
    expect(await stored(world())).toEqual(before);
  });

  it('a nonce after five minutes', async () => {
    const one = await granted(world());
    const key = newKey();
    world().advance(301_000);
    const changes = { claims: { iat: one.wallet.seconds() } };
    expect(outcome(await one.wallet.resource('/credential', one.token, proof(one, changes, key)))).toEqual([
      400,
      'invalid_nonce',
    ]);
  });

  it('keys of which some were certified before; all of them get the same credentials', async () => {
    const one = await granted(world());
    const keys = [newKey(), newKey()];
    const first = await one.wallet.resource('/credential', one.token, credentialRequest(one, ...keys));
    const again = await one.wallet.resource('/credential', one.token, credentialRequest(one, ...keys));
    expect([again.status, again.body.credentials]).toEqual([200, first.body.credentials]);
    const mixed = await one.wallet.resource(
      '/credential',
      one.token,
      credentialRequest(one, ...keys, newKey()),
    );
    expect(outcome(mixed)).toEqual([400, 'invalid_proof']);
    const other = await granted(world());
    const foreign = await other.wallet.resource(
      '/credential',
      other.token,
      credentialRequest(other, ...keys),
    );
    expect(outcome(foreign)).toEqual([400, 'invalid_proof']);
  });

  it('a record on the day on which it ends; then its code gets no token either', async () => {
    const { wallet, holderId, token } = await granted(world());
    const tonight = new Date(Math.ceil((world().now() + 1) / 86_400_000) * 86_400_000 - 1000);
    await changeHolder(world(), holderId, { expiry_date: `${tonight.toISOString().slice(0, 19)}Z` });
    const body = credentialRequest({ wallet, nonce: await wallet.nonce() }, newKey());
    expect(outcome(await wallet.resource('/credential', token, body))).toEqual([
      400,
      'credential_request_denied',
    ]);
    const again = await vciWallet(world()).redeem(await codeFor(world(), holderId));
    expect(outcome(again)).toEqual([400, 'invalid_grant']);
  });
});
