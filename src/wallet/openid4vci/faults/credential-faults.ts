import { type JwtChanges, privateJwkOf } from '../jwt.ts';
import type { Changes } from '../requests.ts';
import { faultsFrom, type HostileWallet, type Row, refusedAs, type VciFault } from './fault.ts';

const NO_TOKEN = refusedAs('invalid_token', 401);

const changed = (changes: Changes) => (wallet: HostileWallet) => wallet.ask(() => changes);
const body = (members: object) => changed({ body: members });
const proof = (changes: (wallet: HostileWallet) => JwtChanges) => (wallet: HostileWallet) =>
  wallet.ask(() => ({ proof: changes(wallet) }));

const TOKENS: readonly Row[] = [
  {
    name: 'access-token-missing',
    clause: 'resource.token',
    what: 'the credential request has no access token',
    expected: NO_TOKEN,
    send: changed({ headers: { authorization: undefined } }),
  },
  {
    name: 'access-token-unknown',
    clause: 'resource.token',
    what: 'nobody issued the access token',
    expected: NO_TOKEN,
    send: changed({ token: 'nobody-issued-this' }),
  },
  {
    name: 'refresh-token-as-access-token',
    clause: 'resource.token',
    what: 'the refresh token is sent as the access token',
    expected: NO_TOKEN,
    send: ({ ask, state }) => ask(() => ({ token: state().refreshToken ?? 'nobody-issued-this' })),
  },
  {
    name: 'access-token-as-bearer',
    clause: 'resource.token',
    what: 'the access token is sent as a bearer token, without a DPoP proof',
    expected: NO_TOKEN,
    send: ({ ask, state }) =>
      ask(() => ({ headers: { authorization: `Bearer ${state().accessToken}`, dpop: undefined } })),
  },
  {
    name: 'access-token-in-query',
    clause: 'resource.query',
    what: 'the access token is sent in the address',
    expected: 'invalid_request',
    module: 'fail-on-access-token-in-query',
    send: ({ ask, state }) =>
      ask(() => ({
        query: `?access_token=${encodeURIComponent(state().accessToken ?? '')}`,
        headers: { authorization: undefined },
      })),
  },
];

const REQUESTS: readonly Row[] = [
  {
    name: 'request-no-json',
    clause: 'credential.request',
    what: 'the credential request is not JSON',
    expected: 'invalid_credential_request',
    send: changed({ text: '{"credential_configuration_id": ' }),
  },
  {
    name: 'request-no-object',
    clause: 'credential.request',
    what: 'the credential request is a list',
    expected: 'invalid_credential_request',
    send: changed({ text: '[]' }),
  },
  {
    name: 'configuration-missing',
    clause: 'credential.request',
    what: 'the credential request names no configuration',
    expected: 'invalid_credential_request',
    send: body({ credential_configuration_id: undefined }),
  },
  {
    name: 'unknown-credential-configuration',
    clause: 'credential.configuration',
    what: 'the credential request names a configuration that does not exist',
    expected: 'unknown_credential_configuration',
    module: 'fail-unknown-credential-configuration',
    send: body({ credential_configuration_id: 'a-configuration-that-does-not-exist' }),
  },
  {
    name: 'unknown-credential-identifier',
    clause: 'credential.identifier',
    what: 'the credential request names a credential identifier that nobody gave out',
    expected: 'unknown_credential_identifier',
    module: 'fail-unknown-credential-identifier',
    send: body({ credential_configuration_id: undefined, credential_identifier: 'nobody-gave-this-out' }),
  },
  {
    name: 'unsupported-encryption-algorithm',
    clause: 'credential.encryption',
    what: 'the credential request asks for encryption by an algorithm that does not exist',
    expected: 'invalid_encryption_parameters',
    module: 'fail-unsupported-encryption-algorithm',
    send: body({
      credential_response_encryption: { jwk: { kty: 'EC', alg: 'NONE-SUCH' }, enc: 'NONE-SUCH' },
    }),
  },
];

const PROOFS: readonly Row[] = [
  {
    name: 'missing-proof',
    clause: 'credential.proof',
    what: 'the credential request has no proofs',
    expected: 'invalid_proof',
    module: 'fail-missing-proof',
    send: body({ proofs: undefined }),
  },
  {
    name: 'no-proofs',
    clause: 'credential.proof',
    what: 'the list of proofs is empty',
    expected: 'invalid_proof',
    send: changed({ proofs: (made) => Object.fromEntries(Object.keys(made).map((type) => [type, []])) }),
  },
  {
    name: 'two-types-of-proof',
    clause: 'credential.proof',
    what: 'the proofs have two types',
    expected: 'invalid_proof',
    send: changed({ proofs: (made) => ({ jwt: ['x'], attestation: ['x'], ...made }) }),
  },
  {
    name: 'unknown-type-of-proof',
    clause: 'credential.proof',
    what: 'the proofs have a type that the metadata do not name',
    expected: 'invalid_proof',
    send: changed({ proofs: () => ({ a_type_that_does_not_exist: ['x'] }) }),
  },
  {
    name: 'too-many-proofs',
    clause: 'credential.proof',
    what: 'there are more keys than batch_size',
    expected: 'invalid_proof',
    send: ({ ask, issuer }) => ask(() => ({}), issuer.batchSize + 1),
  },
  {
    name: 'key-twice',
    clause: 'credential.proof',
    what: 'two proofs are for the same key',
    expected: 'invalid_proof',
    send: ({ ask }) => ask((keys) => ({ keys: [...keys, ...keys] })),
  },
  {
    name: 'invalid-jwt-proof-signature',
    clause: 'credential.proof',
    what: 'the proof is signed by another key than that in its header',
    expected: 'invalid_proof',
    module: 'fail-invalid-jwt-proof-signature',
    send: proof(({ newKey }) => ({ signer: newKey() })),
  },
  {
    name: 'proof-wrong-type',
    clause: 'credential.proof',
    what: 'the proof has the type jwt',
    expected: 'invalid_proof',
    send: proof(() => ({ header: { typ: 'jwt' } })),
  },
  {
    name: 'proof-algorithm-none',
    clause: 'credential.proof',
    what: 'the proof has the algorithm none',
    expected: 'invalid_proof',
    send: proof(() => ({ header: { alg: 'none' } })),
  },
  {
    name: 'proof-private-key',
    clause: 'credential.proof',
    what: 'the header of the proof has a private key',
    expected: 'invalid_proof',
    send: ({ ask }) =>
      ask(([key]) => (key === undefined ? {} : { proof: { header: { jwk: privateJwkOf(key) } } })),
  },
  {
    name: 'proof-two-names-of-key',
    clause: 'credential.proof',
    what: 'the header of the proof has kid beside jwk',
    expected: 'invalid_proof',
    send: proof(() => ({ header: { kid: 'did:example:1#1' } })),
  },
  {
    name: 'proof-another-curve',
    clause: 'credential.proof',
    what: 'the key of the proof is on a curve that the metadata do not name',
    expected: 'invalid_proof',
    send: proof(() => ({ header: { jwk: { kty: 'EC', crv: 'P-521', x: 'AA', y: 'AA' } } })),
  },
  {
    name: 'proof-wrong-audience',
    clause: 'credential.proof',
    what: 'the proof is for another issuer',
    expected: 'invalid_proof',
    send: proof(() => ({ claims: { aud: 'https://issuer.example' } })),
  },
  {
    name: 'proof-past',
    clause: 'credential.proof',
    what: 'the proof was made an hour ago',
    expected: 'invalid_proof',
    send: proof(({ seconds }) => ({ claims: { iat: seconds() - 3600 } })),
  },
  {
    name: 'proof-without-time',
    clause: 'credential.proof',
    what: 'the proof has no iat',
    expected: 'invalid_proof',
    send: proof(() => ({ claims: { iat: undefined } })),
  },
  {
    name: 'proof-of-another-client',
    clause: 'credential.proof',
    what: 'the proof is of another client than the token',
    expected: 'invalid_proof',
    send: proof(() => ({ claims: { iss: 'another-wallet' } })),
  },
  {
    name: 'invalid-nonce',
    clause: 'credential.nonce',
    what: 'the proof has a nonce that the issuer did not give out',
    expected: 'invalid_nonce',
    module: 'fail-invalid-nonce',
    send: changed({ nonce: 'the-issuer-did-not-give-this-out' }),
  },
  {
    name: 'nonce-missing',
    clause: 'credential.nonce',
    what: 'the proof has no nonce',
    expected: 'invalid_nonce',
    uses: 'nonce',
    send: changed({ nonce: undefined }),
  },
];

const NOTIFICATIONS: readonly Row[] = [
  {
    name: 'notification-without-token',
    clause: 'resource.token',
    what: 'the notification has no access token',
    expected: NO_TOKEN,
    send: ({ notification }) =>
      notification('credential_accepted', { headers: { authorization: undefined } }),
  },
  {
    name: 'notification-unknown-id',
    clause: 'notification.id',
    what: 'nobody gave out the notification_id',
    expected: 'invalid_notification_id',
    send: ({ notification }) =>
      notification('credential_accepted', { body: { notification_id: 'nobody-gave-this-out' } }),
  },
  {
    name: 'notification-without-id',
    clause: 'notification.request',
    what: 'the notification has no notification_id',
    expected: 'invalid_notification_request',
    send: ({ notification }) => notification('credential_accepted', { body: { notification_id: undefined } }),
  },
  {
    name: 'notification-unknown-event',
    clause: 'notification.request',
    what: 'the event of the notification does not exist',
    expected: 'invalid_notification_request',
    send: ({ notification }) => notification('credential_forgotten'),
  },
];

/** What is wrong with a request for credentials or with a notification. */
export const CREDENTIAL_FAULTS: readonly VciFault[] = [
  ...faultsFrom('active', [...TOKENS, ...REQUESTS, ...PROOFS]),
  ...faultsFrom('active', NOTIFICATIONS, { uses: 'notification' }),
];
