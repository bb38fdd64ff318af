import type { JwtChanges } from '../jwt.ts';
import {
  type ChangesOf,
  faultsFrom,
  type HostileWallet,
  type Row,
  redeemWith,
  refusedAs,
  type VciFault,
} from './fault.ts';

const without = (...names: readonly string[]) =>
  redeemWith(() => ({ headers: Object.fromEntries(names.map((name) => [name, undefined])) }));

const WALLET: readonly Omit<Row, 'clause' | 'expected'>[] = [
  {
    name: 'client-attestation-missing',
    what: 'the wallet does not authenticate itself',
    send: without('oauth-client-attestation', 'oauth-client-attestation-pop'),
  },
  {
    name: 'client-attestation-pop-missing',
    what: 'the wallet sends its attestation without a proof',
    send: without('oauth-client-attestation-pop'),
  },
  {
    name: 'client-attestation-untrusted',
    what: 'the provider of the wallet is not trusted',
    send: redeemWith(async ({ strangerProvider }) => ({ provider: await strangerProvider() })),
  },
  {
    name: 'invalid-client-attestation-signature',
    what: 'the attestation of the wallet is not signed by the key of its certificate',
    module: 'fail-invalid-client-attestation-signature',
    send: redeemWith(({ newKey }) => ({ walletAttestation: { signer: newKey() } })),
  },
  {
    name: 'client-attestation-exp-in-past',
    what: 'the attestation of the wallet has ended',
    module: 'fail-client-attestation-exp-in-past',
    send: redeemWith(({ seconds }) => ({ walletAttestation: { claims: { exp: seconds() - 3600 } } })),
  },
  {
    name: 'client-attestation-no-sub',
    what: 'the attestation of the wallet does not say whose it is',
    module: 'fail-client-attestation-no-sub',
    send: redeemWith(() => ({ walletAttestation: { claims: { sub: undefined } } })),
  },
  {
    name: 'client-attestation-of-another-client',
    what: 'the attestation is of another client than client_id',
    send: redeemWith(() => ({ attested: 'another-wallet' })),
  },
  {
    name: 'client-attestation-without-key',
    what: 'the attestation of the wallet has no key',
    send: redeemWith(() => ({ walletAttestation: { claims: { cnf: undefined } } })),
  },
  {
    name: 'mismatched-client-attestation-pop-key',
    what: 'the proof is signed by another key than that of the attestation',
    module: 'fail-mismatched-client-attestation-pop-key',
    send: redeemWith(({ newKey, state }) => ({
      instanceKey: newKey(),
      walletProof: { signer: state().key },
    })),
  },
  {
    name: 'invalid-client-attestation-pop-signature',
    what: 'the proof is signed by a key that is in no attestation',
    module: 'fail-invalid-client-attestation-pop-signature',
    send: redeemWith(({ newKey }) => ({ walletProof: { signer: newKey() } })),
  },
  {
    name: 'client-attestation-pop-wrong-aud',
    what: 'the proof is for another authorization server',
    module: 'fail-client-attestation-pop-wrong-aud',
    send: redeemWith(() => ({ walletProof: { claims: { aud: 'https://issuer.example' } } })),
  },
  {
    name: 'client-attestation-pop-past',
    what: 'the proof was made an hour ago',
    send: redeemWith(({ seconds }) => ({ walletProof: { claims: { iat: seconds() - 3600 } } })),
  },
  {
    name: 'client-attestation-pop-without-id',
    what: 'the proof has no jti',
    send: redeemWith(() => ({ walletProof: { claims: { jti: undefined } } })),
  },
];

const ask = (changes: ChangesOf) => async (wallet: HostileWallet) => {
  const made = await changes(wallet);
  return wallet.ask(() => made);
};
const attestation = (changes: (wallet: HostileWallet) => JwtChanges) =>
  ask((wallet) => ({ keyAttestation: changes(wallet) }));

const KEYS: readonly Omit<Row, 'clause' | 'expected'>[] = [
  {
    name: 'key-attestation-missing',
    what: 'the proof has no key attestation',
    send: ask(() => ({ proof: { header: { key_attestation: undefined } } })),
  },
  {
    name: 'key-attestation-untrusted',
    what: 'the provider of the key attestation is not trusted',
    send: ask(async ({ strangerProvider }) => ({ provider: await strangerProvider() })),
  },
  {
    name: 'invalid-key-attestation-signature',
    what: 'the key attestation is not signed by the key of its certificate',
    module: 'fail-invalid-key-attestation-signature',
    send: attestation(({ newKey }) => ({ signer: newKey() })),
  },
  {
    name: 'key-attestation-wrong-type',
    what: 'the key attestation has the type jwt',
    send: attestation(() => ({ header: { typ: 'jwt' } })),
  },
  {
    name: 'key-attestation-past',
    what: 'the key attestation has ended',
    send: attestation(({ seconds }) => ({ claims: { exp: seconds() - 3600 } })),
  },
  {
    name: 'key-attestation-without-time',
    what: 'the key attestation has no iat',
    send: attestation(() => ({ claims: { iat: undefined } })),
  },
  {
    name: 'key-attestation-of-another-key',
    what: 'the key attestation is of another key than the proof',
    send: ask(({ newKey }) => ({ proofType: 'jwt', attestedKeys: [newKey()] })),
  },
  {
    name: 'key-attestation-without-keys',
    what: 'the key attestation has no keys',
    send: ask(() => ({ attestedKeys: [] })),
  },
];

/** What is wrong with the attestation of the wallet or of its keys. */
export const ATTESTATION_FAULTS: readonly VciFault[] = [
  ...faultsFrom(
    'offered',
    WALLET.map((row) => ({
      ...row,
      clause: 'wallet-attestation',
      expected: refusedAs('invalid_client', 401),
    })),
    { needs: 'walletAttestation' },
  ),
  ...faultsFrom(
    'active',
    KEYS.map((row) => ({ ...row, clause: 'key-attestation', expected: 'invalid_proof' })),
    { needs: 'keyAttestation' },
  ),
];
