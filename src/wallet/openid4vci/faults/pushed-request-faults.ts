import { sha256, thumbprintOf } from '../jwt.ts';
import { faultsFrom, type HostileWallet, type Row, refusedAs, type VciFault } from './fault.ts';

const VERIFIER = 'v'.repeat(64);

type Parameters = Readonly<Record<string, string | undefined>>;

/** An honest pushed request but for these parameters. */
const push = (changed: (wallet: HostileWallet) => Parameters) => (wallet: HostileWallet) =>
  wallet.pushedRequest(
    { code_challenge: sha256(VERIFIER), code_challenge_method: 'S256', state: 'state' },
    { parameters: changed(wallet) },
  );

const ROWS: readonly Row[] = [
  {
    name: 'par-unknown-client',
    clause: 'par.client',
    what: 'the client is not registered',
    expected: refusedAs('invalid_client', 401),
    send: (wallet) =>
      wallet.pushedRequest(
        { code_challenge: sha256(VERIFIER), code_challenge_method: 'S256' },
        { parameters: { client_id: 'nobody-registered-this' }, attested: 'nobody-registered-this' },
      ),
  },
  {
    name: 'par-redirect-uri-unknown',
    clause: 'par.request',
    what: 'the redirect_uri is not one of the client',
    expected: 'invalid_request',
    send: push(() => ({ redirect_uri: 'https://wallet.example/another-address' })),
  },
  {
    name: 'par-redirect-uri-missing',
    clause: 'par.request',
    what: 'the pushed request has no redirect_uri',
    expected: 'invalid_request',
    send: push(() => ({ redirect_uri: undefined })),
  },
  {
    name: 'par-without-challenge',
    clause: 'par.pkce',
    what: 'the pushed request has no code challenge',
    expected: 'invalid_request',
    send: push(() => ({ code_challenge: undefined, code_challenge_method: undefined })),
  },
  {
    name: 'par-plain-challenge',
    clause: 'par.pkce',
    what: 'the code challenge is the verifier itself',
    expected: 'invalid_request',
    send: push(() => ({ code_challenge: VERIFIER, code_challenge_method: 'plain' })),
  },
  {
    name: 'par-request-uri',
    clause: 'par.request',
    what: 'the pushed request has a request_uri',
    expected: 'invalid_request',
    send: push(() => ({ request_uri: 'urn:ietf:params:oauth:request_uri:x' })),
  },
  {
    name: 'par-response-type-token',
    clause: 'par.request',
    what: 'the response type is token',
    expected: 'unsupported_response_type',
    send: push(() => ({ response_type: 'token' })),
  },
  {
    name: 'par-response-type-id-token',
    clause: 'par.request',
    what: 'the response type is code id_token',
    expected: 'unsupported_response_type',
    send: push(() => ({ response_type: 'code id_token' })),
  },
  {
    name: 'par-scope-unknown',
    clause: 'par.request',
    what: 'no configuration has the scope',
    expected: 'invalid_scope',
    send: push(() => ({ scope: 'a-scope-that-does-not-exist' })),
  },
  {
    name: 'par-another-thumbprint',
    clause: 'par.request',
    what: 'dpop_jkt is of another key than the DPoP proof',
    expected: 'invalid_request',
    send: push(({ newKey }) => ({ dpop_jkt: thumbprintOf(newKey()) })),
  },
];

/** What is wrong with a pushed authorization request. */
export const PUSHED_REQUEST_FAULTS: readonly VciFault[] = faultsFrom('client', ROWS, { needs: 'client' });
