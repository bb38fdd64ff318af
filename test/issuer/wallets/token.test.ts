import { describe, expect, it } from 'vitest';
import { PHOTO_ID, photoId } from '../../support/documents.ts';
import {
  type Answered,
  credentialRequest,
  GRANT,
  type Granted,
  granted,
  newKey,
  outcome,
  vciWallet,
} from '../../support/openid4vci.ts';
import { codeFor, MDL, newHolder } from '../../support/records.ts';
import { stored } from '../../support/stored-credentials.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({
  settings: {
    'issuer.wallets.documentTypes': [MDL],
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

type Wallet = ReturnType<typeof vciWallet>;

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
    const before = await stored(world());
    const answer = await send(vciWallet(world()), code);
    expect(outcome(answer)).toEqual([status, error]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await stored(world())).toEqual(before);
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

  it('a code for a document type that wallets do not get', async () => {
    const person = { id: 'photo-id', documentType: PHOTO_ID, elements: photoId() };
    await world().admin('importHolders', { holders: [person] });
    const answer = await vciWallet(world()).redeem(await codeFor(world(), person.id));
    expect(outcome(answer)).toEqual([400, 'invalid_grant']);
    const { codes } = await world().admin('listCodes', { holderId: person.id });
    expect(codes).toMatchObject([{ state: 'open' }]);
  });

  it('wallets that are not listed', async () => {
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
    const one = await granted(world());
    for (const answer of [await refreshed(one), await refreshed(one)])
      expect([answer.status, answer.body.refresh_token]).toEqual([200, one.refresh]);
    expect(outcome(await refreshed({ ...one, wallet: vciWallet(world()) }))).toEqual([400, 'invalid_grant']);
    expect(outcome(await refreshed({ ...one, refresh: one.token }))).toEqual([400, 'invalid_grant']);
    expect(outcome(await refreshed(one, { client_id: 'other' }))).toEqual([400, 'invalid_grant']);
  });

  it('comes with each code, whatever else is sent', async () => {
    const wallet = vciWallet(world());
    const code = await codeFor(world(), await newHolder(world()));
    const { body } = await wallet.redeem(code, { refresh_token: 'other' });
    expect((await refreshed({ wallet, refresh: body.refresh_token })).status).toBe(200);
  });

  it('ends with the credential and with the holder', async () => {
    const [revoked, erased] = [await granted(world()), await granted(world())];
    const { credentials } = await world().admin('listCredentials', { holderId: revoked.holderId });
    await world().admin('revokeCredential', { id: credentials[0]?.id ?? '', reason: 'deviceLost' });
    await world().admin('eraseHolder', { id: erased.holderId });
    for (const one of [revoked, erased]) {
      expect(outcome(await refreshed(one))).toEqual([400, 'invalid_grant']);
      const answer = await one.wallet.resource('/credential', one.token, credentialRequest(one, newKey()));
      expect(outcome(answer)).toEqual([400, 'credential_request_denied']);
    }
  });

  it('ends after issuer.wallets.refreshDays', async () => {
    const one = await granted(world());
    world().advance(86_400_000);
    expect(outcome(await refreshed(one))).toEqual([400, 'invalid_grant']);
  });
});
