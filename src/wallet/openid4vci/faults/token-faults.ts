import { PRE_AUTHORIZED_CODE } from '../offer.ts';
import { accepted } from '../refusal.ts';
import type { Changes } from '../requests.ts';
import { faultsFrom, type Row, redeem, redeemWith, refusedAs, type VciFault } from './fault.ts';

const parameters = (changed: NonNullable<Changes['parameters']>) =>
  redeemWith(() => ({ parameters: changed }));

/** Another digit at the end. */
const wrongTxCode = (right = '0') => right.replace(/.$/, (last) => (last === '0' ? '1' : '0'));

const OFFERED: readonly Row[] = [
  {
    name: 'grant-type-missing',
    clause: 'token.request',
    what: 'the token request has no grant_type',
    expected: 'invalid_request',
    send: parameters({ grant_type: undefined }),
  },
  {
    name: 'grant-type-unknown',
    clause: 'token.grant-type',
    what: 'the grant type is password',
    expected: 'unsupported_grant_type',
    send: parameters({ grant_type: 'password' }),
  },
  {
    name: 'code-missing',
    clause: 'token.request',
    what: 'the token request has no pre-authorized_code',
    expected: 'invalid_request',
    send: parameters({ 'pre-authorized_code': undefined }),
  },
  {
    name: 'code-unknown',
    clause: 'token.code',
    what: 'the pre-authorized code was never issued',
    expected: 'invalid_grant',
    send: parameters({ 'pre-authorized_code': 'A-CODE-THAT-NOBODY-GAVE-OUT' }),
  },
  {
    name: 'parameter-repeated',
    clause: 'token.request',
    what: 'the token request has a parameter twice',
    expected: 'invalid_request',
    send: redeemWith(({ code }) => ({
      text: `${new URLSearchParams({ grant_type: PRE_AUTHORIZED_CODE, 'pre-authorized_code': code })}&pre-authorized_code=x`,
    })),
  },
  {
    name: 'code-reused',
    clause: 'token.code-once',
    what: 'the pre-authorized code was used before',
    expected: 'invalid_grant',
    usesUp: true,
    async send(wallet) {
      accepted(await redeem(wallet));
      return redeem(wallet);
    },
  },
  {
    name: 'tx-code-unexpected',
    clause: 'token.tx-code',
    what: 'a transaction code is sent that the offer does not ask for',
    expected: 'invalid_request',
    send: parameters({ tx_code: '123456' }),
  },
  {
    name: 'tx-code-missing',
    clause: 'token.tx-code',
    what: 'the transaction code is missing',
    expected: 'invalid_request',
    needs: 'txCode',
    send: parameters({ tx_code: undefined }),
  },
  {
    name: 'tx-code-wrong',
    clause: 'token.code',
    what: 'the transaction code is wrong',
    expected: 'invalid_grant',
    needs: 'txCode',
    send: redeemWith(({ txCode }) => ({ parameters: { tx_code: wrongTxCode(txCode) } })),
  },
];

const ACTIVE: readonly Row[] = [
  {
    name: 'refresh-token-missing',
    clause: 'token.request',
    what: 'the refresh has no refresh token',
    expected: 'invalid_request',
    send: ({ refresh }) => refresh({ parameters: { refresh_token: undefined } }),
  },
  {
    name: 'refresh-token-unknown',
    clause: 'token.refresh',
    what: 'the refresh token was never issued',
    expected: 'invalid_grant',
    send: ({ refresh }) => refresh({ parameters: { refresh_token: 'nobody-issued-this' } }),
  },
  {
    name: 'access-token-as-refresh-token',
    clause: 'token.refresh',
    what: 'the access token is sent as the refresh token',
    expected: 'invalid_grant',
    send: ({ refresh, state }) => refresh({ parameters: { refresh_token: state().accessToken } }),
  },
  {
    name: 'refresh-by-another-key',
    clause: 'token.refresh-bound',
    what: 'the refresh has a DPoP proof of another key',
    expected: 'invalid_grant',
    send: ({ refresh, newKey }) => refresh({ key: newKey() }),
  },
  {
    name: 'refresh-by-another-client',
    clause: 'token.refresh',
    what: 'another client uses the refresh token',
    expected: 'invalid_grant',
    send: ({ refresh }) =>
      refresh({ attested: 'another-wallet', parameters: { client_id: 'another-wallet' } }),
  },
  {
    name: 'refresh-by-another-instance',
    clause: 'wallet-attestation.refresh',
    what: 'the refresh has the attestation of another instance of the wallet',
    expected: 'invalid_grant',
    needs: 'walletAttestation',
    send: ({ refresh, newKey }) => refresh({ instanceKey: newKey() }),
  },
  {
    name: 'refresh-without-attestation',
    clause: 'wallet-attestation',
    what: 'the wallet does not authenticate itself at a refresh',
    expected: refusedAs('invalid_client', 401),
    needs: 'walletAttestation',
    send: ({ refresh }) =>
      refresh({
        headers: { 'oauth-client-attestation': undefined, 'oauth-client-attestation-pop': undefined },
      }),
  },
];

/** What is wrong with a token request, a code or a refresh token. */
export const TOKEN_FAULTS: readonly VciFault[] = [
  ...faultsFrom('offered', OFFERED),
  ...faultsFrom('active', ACTIVE, { uses: 'refresh' }),
];
