import { describe, expect, it } from 'vitest';
import { type Answered, GRANT, type Key, MDL, newKey, vciWallet } from '../../support/openid4vci.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';

const PHOTO_ID = 'org.iso.23220.photoid.1';
const world = useWorld({
  settings: {
    'issuer.wallets.documentTypes': [MDL, PHOTO_ID],
    'issuer.maxAuthKeys': 3,
    'issuer.wallets.refreshDays': 1,
    'issuer.codes.wrongPerDevice': 100,
    'issuer.codes.wrongInAll': 1000,
  },
});
const listed = useWorld({
  settings: {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.wallets.anonymous': false,
    'issuer.wallets.clients': [{ id: 'wallet-1', name: 'Wallet' }],
  },
});
const without = useWorld();

type Wallet = ReturnType<typeof vciWallet>;

/** A wallet with a token, a nonce and what it would send. */
async function granted(of = world()) {
  const holderId = await newHolder(of);
  const wallet = vciWallet(of);
  const code = await codeFor(of, holderId);
  const { status, body } = await wallet.redeem(code);
  expect(status).toBe(200);
  return {
    wallet,
    code,
    holderId,
    token: body.access_token as string,
    refresh: body.refresh_token as string,
    nonce: await wallet.nonce(),
  };
}
type Granted = Awaited<ReturnType<typeof granted>>;

const ask = ({ wallet, nonce }: Pick<Granted, 'wallet' | 'nonce'>, ...keys: readonly Key[]) => ({
  credential_configuration_id: MDL,
  proofs: { jwt: keys.map((key) => wallet.proof(key, nonce)) },
});

const outcome = ({ status, body }: Answered) => [status, body?.error];

/** What the store holds about the holder, which a refusal must not change. */
const stored = async (of = world()) => [
  (await of.admin('listCredentials', {})).credentials,
  (await of.admin('listProofings', {})).proofings.length,
  (await of.admin('listDevices', {})).devices.length,
];

describe('POST /vci/token refuses', () => {
  const rows: readonly (readonly [
    string,
    (wallet: Wallet, code: string) => Promise<Answered>,
    number,
    string,
  ])[] = [
    ['no grant type', (w, code) => w.token({ 'pre-authorized_code': code }), 400, 'invalid_request'],
    ['another grant type', (w) => w.token({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
    ['no code', (w) => w.token({ grant_type: GRANT }), 400, 'invalid_request'],
    [
      'a repeated parameter',
      (w, code) => w.token(`grant_type=${GRANT}&pre-authorized_code=${code}&pre-authorized_code=x`),
      400,
      'invalid_request',
    ],
    ['an unknown code', (w) => w.redeem('nothing'), 400, 'invalid_grant'],
    ['a code of 513 characters', (w) => w.redeem('x'.repeat(513)), 400, 'invalid_grant'],
    [
      'a transaction code that is not expected',
      (w, code) => w.redeem(code, { tx_code: '123456' }),
      400,
      'invalid_request',
    ],
    ['a form of 20 KB', (w, code) => w.redeem(code, { state: 'x'.repeat(20_000) }), 413, 'invalid_request'],
    ['JSON', (w) => w.send('/token', '{}', { 'content-type': 'text/plain' }), 415, 'invalid_request'],
    [
      'no DPoP proof',
      (w, code) => w.token({ grant_type: GRANT, 'pre-authorized_code': code }, { dpop: '' }),
      400,
      'invalid_dpop_proof',
    ],
    ...(
      [
        ['of another type', { header: { typ: 'jwt' } }],
        ['by another algorithm', { header: { alg: 'ES384' } }],
        ['without algorithm', { header: { alg: 'none' } }],
        ['of another key', { header: { jwk: newKey().jwk } }],
        ['with a private key', { header: { jwk: { ...newKey().jwk, d: 'A'.repeat(43) } } }],
        ['with a critical extension', { header: { crit: ['b64'], b64: false } }],
        ['for GET', { claims: { htm: 'GET' } }],
        ['for another address', { claims: { htu: 'https://other.example/vci/token' } }],
        ['for another path', { claims: { htu: 'credential' } }],
        ['of ten minutes ago', { claims: { iat: 0 } }],
        ['of the future', { claims: { iat: 4e9 } }],
        ['without id', { claims: { jti: '' } }],
        ['with a hash of a token', { claims: { ath: 'x' } }],
      ] as const
    ).map(
      ([what, changes]) =>
        [
          `a DPoP proof ${what}`,
          (w: Wallet, code: string) =>
            w.token({ grant_type: GRANT, 'pre-authorized_code': code }, { dpop: w.dpop('/token', changes) }),
          400,
          'invalid_dpop_proof',
        ] as const,
    ),
  ];

  it.each(rows)('%s, and the code stays open', async (_what, send, status, error) => {
    const holderId = await newHolder(world());
    const code = await codeFor(world(), holderId);
    const before = await stored();
    const answer = await send(vciWallet(world()), code);
    expect(outcome(answer)).toEqual([status, error]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await stored()).toEqual(before);
    expect((await world().admin('listCodes', { holderId })).codes).toMatchObject([{ state: 'open' }]);
    expect(JSON.stringify(answer.body)).not.toContain(code);
    expect(world().log.join('')).not.toContain(code);
  });

  it('a proof that was used before', async () => {
    const wallet = vciWallet(world());
    const dpop = wallet.dpop('/token');
    const send = async () =>
      wallet.token(
        { grant_type: GRANT, 'pre-authorized_code': await codeFor(world(), await newHolder(world())) },
        { dpop },
      );
    expect((await send()).status).toBe(200);
    expect(outcome(await send())).toEqual([400, 'invalid_dpop_proof']);
  });

  it('a code that was used, revoked or has expired, in the same words', async () => {
    const wallet = vciWallet(world());
    const [used, expired] = [
      await codeFor(world(), await newHolder(world())),
      await codeFor(world(), await newHolder(world())),
    ];
    const revoked = await world().admin('issueCode', { holderId: await newHolder(world()) });
    await world().admin('revokeCode', { id: revoked.id });
    await wallet.redeem(used);
    const answers = [
      await wallet.redeem(used),
      await wallet.redeem(revoked.code),
      await wallet.redeem('unknown'),
    ];
    world().advance(600_000);
    answers.push(await wallet.redeem(expired));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(outcome(answers[0] as Answered)).toEqual([400, 'invalid_grant']);
  });

  it('five wrong transaction codes revoke the code', async () => {
    const holderId = await newHolder(world());
    const { code, txCode = '' } = await world().admin('issueCode', { holderId, txCode: true });
    const wallet = vciWallet(world());
    expect(outcome(await wallet.redeem(code))).toEqual([400, 'invalid_request']);
    const wrong = txCode === '000000' ? '000001' : '000000';
    for (let number = 0; number < 5; number += 1)
      expect(outcome(await wallet.redeem(code, { tx_code: wrong }))).toEqual([400, 'invalid_grant']);
    expect(outcome(await wallet.redeem(code, { tx_code: txCode }))).toEqual([400, 'invalid_grant']);
    expect((await world().admin('listCodes', { holderId })).codes).toMatchObject([{ state: 'revoked' }]);
  });

  it('a code of another document type, and wallets that are not listed', async () => {
    const code = await codeFor(listed(), await newHolder(listed()));
    const wallet = vciWallet(listed());
    expect(outcome(await wallet.redeem(code))).toEqual([401, 'invalid_client']);
    expect(outcome(await wallet.redeem(code, { client_id: 'wallet-2' }))).toEqual([401, 'invalid_client']);
    expect((await wallet.redeem(code, { client_id: 'wallet-1' })).status).toBe(200);
  });

  it('twenty wallets with one code at once, but for one', async () => {
    const code = await codeFor(world(), await newHolder(world()));
    const answers = await Promise.all(Array.from({ length: 20 }, () => vciWallet(world()).redeem(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19);
  });
});

describe('A refresh token', () => {
  const refreshed = ({ wallet, refresh }: Pick<Granted, 'wallet' | 'refresh'>, more = {}) =>
    wallet.token({ grant_type: 'refresh_token', refresh_token: refresh, ...more });

  it('gives access again and again, for its key only', async () => {
    const one = await granted();
    for (const answer of [await refreshed(one), await refreshed(one)])
      expect([answer.status, answer.body.refresh_token]).toEqual([200, one.refresh]);
    expect(outcome(await refreshed({ ...one, wallet: vciWallet(world()) }))).toEqual([400, 'invalid_grant']);
    expect(outcome(await refreshed({ ...one, refresh: one.token }))).toEqual([400, 'invalid_grant']);
    expect(outcome(await refreshed(one, { client_id: 'other' }))).toEqual([400, 'invalid_grant']);
  });

  it('ends with the credential and with the holder', async () => {
    const [revoked, erased] = [await granted(), await granted()];
    const { credentials } = await world().admin('listCredentials', { holderId: revoked.holderId });
    await world().admin('revokeCredential', { id: credentials[0]?.id ?? '', reason: 'deviceLost' });
    await world().admin('eraseHolder', { id: erased.holderId });
    for (const one of [revoked, erased]) {
      expect(outcome(await refreshed(one))).toEqual([400, 'invalid_grant']);
      const answer = await one.wallet.resource('/credential', one.token, ask(one, newKey()));
      expect(outcome(answer)).toEqual([400, 'credential_request_denied']);
    }
  });

  it('ends after issuer.wallets.refreshDays', async () => {
    const one = await granted();
    world().advance(86_400_000);
    expect(outcome(await refreshed(one))).toEqual([400, 'invalid_grant']);
  });
});

describe('POST /vci/credential refuses', () => {
  it.each([
    ['no token', { authorization: '' }, 'invalid_token'],
    ['a bearer token', { authorization: 'Bearer abc' }, 'invalid_token'],
    ['a token of somebody else', { authorization: 'DPoP abc' }, 'invalid_token'],
    ['no proof', { dpop: '' }, 'invalid_dpop_proof'],
  ] as const)('%s before it reads the body', async (_what, headers, error) => {
    const { wallet, token } = await granted();
    const answer = await wallet.resource('/credential', token, 'no JSON', headers);
    expect(outcome(answer)).toEqual([401, error]);
    expect(answer.headers.get('www-authenticate')).toBe(`DPoP error="${error}", algs="ES256"`);
  });

  it('a token of another key, without hash of the token, in the address, a refresh token, after ten minutes', async () => {
    const one = await granted();
    const { wallet, token, refresh } = one;
    const other = vciWallet(world());
    const body = ask(one, newKey());
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

  type Change = (one: Granted) => unknown;
  const proof = (one: Granted, changes: { header?: object; claims?: object }, key = newKey()) => ({
    credential_configuration_id: MDL,
    proofs: { jwt: [one.wallet.proof(key, one.nonce, changes)] },
  });
  const rows: readonly (readonly [string, Change, number, string])[] = [
    ['a body that is no JSON', () => '{', 400, 'invalid_request'],
    ['a list', () => [], 400, 'invalid_credential_request'],
    ['a repeated member', () => '{"proofs":1,"proofs":2}', 400, 'invalid_request'],
    ['a body of 300 KB', () => ({ x: 'x'.repeat(300_000) }), 413, 'invalid_request'],
    ['no configuration', (one) => ({ proofs: ask(one, newKey()).proofs }), 400, 'invalid_credential_request'],
    [
      'an unknown configuration',
      (one) => ({ ...ask(one, newKey()), credential_configuration_id: 'x' }),
      400,
      'unknown_credential_configuration',
    ],
    [
      'the configuration of another document type',
      (one) => ({ ...ask(one, newKey()), credential_configuration_id: PHOTO_ID }),
      403,
      'insufficient_scope',
    ],
    [
      'a credential identifier',
      (one) => ({ proofs: ask(one, newKey()).proofs, credential_identifier: 'x' }),
      400,
      'unknown_credential_identifier',
    ],
    [
      'a wish for encryption',
      (one) => ({ ...ask(one, newKey()), credential_response_encryption: {} }),
      400,
      'invalid_encryption_parameters',
    ],
    ['no proofs', () => ({ credential_configuration_id: MDL }), 400, 'invalid_proof'],
    ['no proof', () => ({ credential_configuration_id: MDL, proofs: { jwt: [] } }), 400, 'invalid_proof'],
    [
      'two types of proof',
      (one) => ({ ...ask(one, newKey()), proofs: { jwt: ['x'], attestation: ['x'] } }),
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
      (one) => ask(one, newKey(), newKey(), newKey(), newKey()),
      400,
      'invalid_proof',
    ],
    [
      'two proofs for one key',
      (one) => {
        const key = newKey();
        return ask(one, key, key);
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
    const one = await granted();
    const before = await stored();
    const answer = await one.wallet.resource('/credential', one.token, change(one));
    expect(outcome(answer)).toEqual([status, error]);
    expect(await stored()).toEqual(before);
  });

  it('a nonce after five minutes', async () => {
    const one = await granted();
    const key = newKey();
    world().advance(301_000);
    const changes = { claims: { iat: one.wallet.seconds() } };
    expect(outcome(await one.wallet.resource('/credential', one.token, proof(one, changes, key)))).toEqual([
      400,
      'invalid_nonce',
    ]);
  });

  it('keys of which some were certified before; all of them get the same credentials', async () => {
    const one = await granted();
    const keys = [newKey(), newKey()];
    const first = await one.wallet.resource('/credential', one.token, ask(one, ...keys));
    const again = await one.wallet.resource('/credential', one.token, ask(one, ...keys));
    expect([again.status, again.body.credentials]).toEqual([200, first.body.credentials]);
    const mixed = await one.wallet.resource('/credential', one.token, ask(one, ...keys, newKey()));
    expect(outcome(mixed)).toEqual([400, 'invalid_proof']);
    const other = await granted();
    const foreign = await other.wallet.resource('/credential', other.token, ask(other, ...keys));
    expect(outcome(foreign)).toEqual([400, 'invalid_proof']);
  });
});

describe('POST /vci/notification refuses', () => {
  it('unknown ids, ids of others and unknown events', async () => {
    const [one, other] = [await granted(), await granted()];
    const { body } = await one.wallet.resource('/credential', one.token, ask(one, newKey()));
    const say = (of: Granted, id: unknown, event: unknown) =>
      of.wallet.resource('/notification', of.token, { notification_id: id, event });
    expect(outcome(await say(one, 'x', 'credential_accepted'))).toEqual([400, 'invalid_notification_id']);
    expect(outcome(await say(other, body.notification_id, 'credential_deleted'))).toEqual([
      400,
      'invalid_notification_id',
    ]);
    expect(outcome(await say(one, body.notification_id, 'toString'))).toEqual([
      400,
      'invalid_notification_request',
    ]);
    expect(outcome(await say(one, 1, 'credential_accepted'))).toEqual([400, 'invalid_notification_request']);
    expect((await say(one, body.notification_id, 'credential_failure')).status).toBe(204);
  });
});

describe('The other channel', () => {
  it('refuses ids of wallets, and codes with a transaction code', async () => {
    const { holderId } = await granted();
    const { devices } = await world().admin('listDevices', {});
    const credentials = (await world().admin('listCredentials', { holderId })).credentials;
    const deviceReferenceId = credentials[0]?.deviceReferenceId ?? '';
    expect(devices.length).toBeGreaterThan(0);
    const nonce = await world().operate('getDeviceRegistrationNonce', { deviceReferenceId });
    expect(nonce.body.error?.details?.[0]?.reason ?? JSON.stringify(nonce.body)).toContain(
      'invalidIdentifier',
    );
  });

  it('does not exist without issuer.wallets', async () => {
    for (const path of [
      '/.well-known/openid-credential-issuer/vci',
      '/vci/token',
      '/vci/nonce',
      '/vci/credential',
    ])
      expect(
        (await fetch(`${without().url}${path}`, { method: path.startsWith('/vci') ? 'POST' : 'GET' })).status,
      ).toBe(404);
    expect(
      (await without().admin('issueCode', { holderId: await newHolder(without()) })).offer,
    ).toBeUndefined();
  });
});
