import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Granted, granted, type Key, newKey, outcome } from '../../support/openid4vci.ts';
import { MDL } from '../../support/records.ts';
import { stored } from '../../support/stored-credentials.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';
import { keyAttestation, walletProvider } from '../../support/wallet-provider.ts';
import type { World } from '../../support/world.ts';

const provider = await walletProvider();
const other = await walletProvider('Other Provider');
const trust = join(temporaryFolder('wallet-provider'), 'trust.pem');
writeFileSync(trust, provider.pem);

const LEVEL = 'iso_18045_high';
const attesting = useWorld({
  settings: {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.wallets.keyAttestation': 'required',
    'issuer.wallets.keyTrust': trust,
    'issuer.wallets.keyStorage': [LEVEL],
    'issuer.wallets.userAuthentication': [LEVEL],
  },
});
const optional = useWorld({
  settings: {
    'issuer.wallets.documentTypes': [MDL],
    'issuer.wallets.keyAttestation': 'optional',
    'issuer.wallets.keyTrust': trust,
    'issuer.maxAuthKeys': 3,
  },
});

/** The request for credentials with these proofs. */
const ask = ({ wallet, token }: Granted, proofs: object) =>
  wallet.resource('/credential', token, { credential_configuration_id: MDL, proofs });

type Attest = (granted: Granted, key: Key) => string | undefined;

/** What is wrong with a key attestation, wherever it is. */
const WRONG: readonly (readonly [string, Attest])[] = [
  [
    'of a provider that is not trusted',
    ({ wallet, nonce }, key) => keyAttestation(other, wallet.seconds(), [key], { claims: { nonce } }),
  ],
  ...Object.entries(provider.signers).map(
    ([what, by]) =>
      [
        `of a signer ${what}`,
        ({ wallet, nonce }: Granted, key: Key) =>
          keyAttestation(provider, wallet.seconds(), [key], { by, claims: { nonce } }),
      ] as const,
  ),
  ...(
    [
      ['that has ended', ({ wallet }) => ({ exp: wallet.seconds() })],
      ['without iat', () => ({ iat: undefined })],
      ['whose iat is ahead', ({ wallet }) => ({ iat: wallet.seconds() + 600 })],
      ['without keys', () => ({ attested_keys: [] })],
      ['with 101 keys', () => ({ attested_keys: Array.from({ length: 101 }, () => newKey().jwk) })],
      [
        'with a key on another curve',
        () => ({ attested_keys: [{ kty: 'EC', crv: 'P-384', x: 'x', y: 'y' }] }),
      ],
      ['with another level of storage', () => ({ key_storage: ['iso_18045_basic'] })],
      ['without a level of storage', () => ({ key_storage: undefined })],
      ['with another level of authentication', () => ({ user_authentication: ['iso_18045_basic'] })],
    ] as readonly (readonly [string, (granted: Granted) => object])[]
  ).map(
    ([what, claims]) =>
      [
        what,
        (one: Granted, key: Key) =>
          keyAttestation(provider, one.wallet.seconds(), [key], {
            claims: { nonce: one.nonce, ...claims(one) },
          }),
      ] as const,
  ),
  [
    'of another type',
    ({ wallet, nonce }, key) =>
      keyAttestation(provider, wallet.seconds(), [key], { header: { typ: 'jwt' }, claims: { nonce } }),
  ],
];

describe('A proof of the type jwt', () => {
  const proofWith = ({ wallet, nonce }: Granted, key: Key, attestation: string | undefined) =>
    wallet.proof(key, nonce, { header: { key_attestation: attestation } });

  it.each([
    ...WRONG,
    ['that is none', () => undefined],
    ['of another key', ({ wallet }: Granted) => keyAttestation(provider, wallet.seconds(), [newKey()])],
    [
      'without an end',
      ({ wallet }: Granted, key: Key) =>
        keyAttestation(provider, wallet.seconds(), [key], { claims: { exp: undefined } }),
    ],
  ] as readonly (readonly [string, Attest])[])(
    'with a key attestation %s is refused',
    async (_what, attest) => {
      const one = await granted(attesting());
      const key = newKey();
      const before = await stored(attesting());
      const proof = proofWith(one, key, attest(one, key));
      expect(outcome(await ask(one, { jwt: [proof] }))).toEqual([400, 'invalid_proof']);
      expect(await stored(attesting())).toEqual(before);
    },
  );

  it.each([2, 60])('with a key attestation of %i keys gets a credential for each key', async (count) => {
    const one = await granted(attesting());
    const keys = Array.from({ length: count }, newKey);
    const attestation = keyAttestation(provider, one.wallet.seconds(), keys);
    const answer = await ask(one, { jwt: keys.map((key) => proofWith(one, key, attestation)) });
    expect([answer.status, answer.body.credentials?.length]).toEqual([200, count]);
  });

  it.each([4, 100])('may have a key attestation of %i keys, more than batch_size', async (count) => {
    const one = await granted(optional());
    const keys = Array.from({ length: count }, newKey);
    const attestation = keyAttestation(provider, one.wallet.seconds(), keys);
    const [key = newKey()] = keys;
    expect((await ask(one, { jwt: [proofWith(one, key, attestation)] })).status).toBe(200);
  });

  it.each([
    ['of this server', ({ nonce }: Granted) => nonce, [200, undefined]],
    ['that is not of this server', () => 'not-a-nonce', [400, 'invalid_nonce']],
    ['that is null', () => null, [400, 'invalid_nonce']],
  ])('with a key attestation with a nonce %s', async (_what, nonceFor, expected) => {
    const one = await granted(attesting());
    const key = newKey();
    const claims = { nonce: nonceFor(one) };
    const attestation = keyAttestation(provider, one.wallet.seconds(), [key], { claims });
    expect(outcome(await ask(one, { jwt: [proofWith(one, key, attestation)] }))).toEqual(expected);
  });

  it('needs no key attestation where it is optional', async () => {
    const one = await granted(optional());
    expect((await ask(one, { jwt: [one.wallet.proof(newKey(), one.nonce)] })).status).toBe(200);
  });
});

describe('A proof of the type attestation', () => {
  it.each(WRONG)('%s is refused', async (_what, attest) => {
    const one = await granted(attesting());
    const before = await stored(attesting());
    expect(outcome(await ask(one, { attestation: [attest(one, newKey())] }))).toEqual([400, 'invalid_proof']);
    expect(await stored(attesting())).toEqual(before);
  });

  it('is refused with more keys than batch_size', async () => {
    const one = await granted(optional());
    const keys = Array.from({ length: 4 }, newKey);
    const claims = { nonce: one.nonce };
    const proof = keyAttestation(provider, one.wallet.seconds(), keys, { claims });
    expect(outcome(await ask(one, { attestation: [proof] }))).toEqual([400, 'invalid_proof']);
  });

  it('is refused with a key twice, twice, or beside another type', async () => {
    const one = await granted(attesting());
    const key = newKey();
    const proofOf = (...keys: readonly Key[]) =>
      keyAttestation(provider, one.wallet.seconds(), keys, { claims: { nonce: one.nonce } });
    for (const proofs of [
      { attestation: [proofOf(key, key)] },
      { attestation: [proofOf(key), proofOf(newKey())] },
      { attestation: [proofOf(key)], jwt: [one.wallet.proof(key, one.nonce)] },
    ])
      expect(outcome(await ask(one, proofs))).toEqual([400, 'invalid_proof']);
  });

  it.each([
    ['without a nonce', undefined],
    ['with a nonce that this server did not give', 'abc'],
  ])('%s asks for a new one', async (_what, nonce) => {
    const one = await granted(attesting());
    const proof = keyAttestation(provider, one.wallet.seconds(), [newKey()], { claims: { nonce } });
    expect(outcome(await ask(one, { attestation: [proof] }))).toEqual([400, 'invalid_nonce']);
  });

  it('gets a credential for each of its keys', async () => {
    const one = await granted(attesting());
    const keys = Array.from({ length: 10 }, () => newKey());
    const claims = { nonce: one.nonce, exp: undefined };
    const answer = await ask(one, {
      attestation: [keyAttestation(provider, one.wallet.seconds(), keys, { claims })],
    });
    expect([answer.status, answer.body.credentials.length]).toEqual([200, 10]);
  });

  it('is told by the metadata, with its levels', async () => {
    const read = async (world: World) => {
      const answer = await fetch(`${world.url}/.well-known/openid-credential-issuer/vci`);
      const { credential_configurations_supported: all } = (await answer.json()) as {
        credential_configurations_supported: Record<string, { proof_types_supported: object }>;
      };
      return all[MDL]?.proof_types_supported;
    };
    const signed = { proof_signing_alg_values_supported: ['ES256'] };
    const required = {
      ...signed,
      key_attestations_required: { key_storage: [LEVEL], user_authentication: [LEVEL] },
    };
    expect(await read(attesting())).toEqual({ jwt: required, attestation: required });
    expect(await read(optional())).toEqual({
      jwt: signed,
      attestation: { ...signed, key_attestations_required: {} },
    });
  });
});
