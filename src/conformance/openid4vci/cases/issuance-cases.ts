import { decodeIssuerSigned } from '../../../formats/mdoc/index.ts';
import { decodeMsoStatus, MsoStatusError } from '../../../formats/status/index.ts';
import type { VciPhone } from '../../../wallet/index.ts';
import { sha256 } from '../../../wallet/openid4vci/jwt.ts';
import { preAuthorized } from '../../../wallet/openid4vci/offer.ts';
import { accepted, textIn } from '../../../wallet/openid4vci/refusal.ts';
import type { Changes } from '../../../wallet/openid4vci/requests.ts';
import type { Case } from '../../case.ts';
import { holds, NotRun } from '../../deviation.ts';
import type { VciBench } from '../bench.ts';
import { isJson, isUncached } from '../target.ts';

type Row = Case<VciBench>;

const BATCH = 3;

/** An honest request for new credentials, but for these changes; it must be accepted. */
async function asked({ requests }: VciPhone, changes: Changes = {}, count = 1) {
  const keys = Array.from({ length: count }, requests.newKey);
  return accepted(await requests.credential(keys, await requests.freshNonce(), changes));
}

/** A row whose request an active wallet makes, and the issuer must accept. */
const acceptedRow = (
  id: string,
  clause: string,
  title: string,
  changes: (phone: VciPhone) => Changes,
): Row => ({
  id,
  clause,
  title,
  needs: ['code'],
  async run({ active }) {
    const { phone } = await active();
    await asked(phone, changes(phone));
  },
});

const dated = (seconds: number) => (phone: VciPhone) => ({
  dpop: { claims: { iat: phone.requests.seconds() + seconds } },
});

/** The place of a credential in a status list, and its salts; equal ones link credentials. */
function marksOf(issuerSigned: Uint8Array): readonly string[] {
  const { nameSpaces = new Map(), issuerAuth } = decodeIssuerSigned(issuerSigned);
  const salts = [...nameSpaces.values()]
    .flat()
    .map(({ random }: { readonly random: Uint8Array }) => Buffer.from(random).toString('hex'));
  const { status } = issuerAuth.mobileSecurityObject;
  if (status === undefined) return salts;
  try {
    return [...salts, JSON.stringify(decodeMsoStatus(status))];
  } catch (error) {
    if (error instanceof MsoStatusError) return salts;
    throw error;
  }
}

const PKCE = { code_challenge: sha256('v'.repeat(64)), code_challenge_method: 'S256', state: 'state' };

/** What an honest wallet does. */
export const ISSUANCE_CASES: readonly Row[] = [
  {
    id: 'happy-flow',
    clause: 'credential.mdoc',
    title: 'An honest wallet gets a credential that a reader accepts, and says so',
    needs: ['code'],
    async run({ own, note }) {
      const { phone, code } = await own();
      await phone.redeem(code);
      await phone.fetch(1);
      if (!(await phone.notify('credential_accepted'))) note('the issuer takes no notifications');
    },
  },
  {
    id: 'happy-flow.token',
    clause: 'token.answer',
    title: 'A token is answered as JSON that no cache may store',
    needs: ['code'],
    async run({ own }) {
      const { phone, code } = await own();
      const { headers } = accepted(await phone.requests.token(preAuthorized(code)));
      holds(isJson(headers), 'the answer is not application/json');
      holds(isUncached(headers), 'the answer has no cache-control: no-store');
    },
  },
  {
    id: 'happy-flow.nonce',
    clause: 'nonce.answer',
    title: 'A nonce is fresh, and no cache may store it',
    needs: ['code'],
    async run({ active }) {
      const { requests } = (await active()).phone;
      if (requests.issuer.nonceEndpoint === undefined) throw new NotRun('needs nonce_endpoint');
      const [one, two] = [accepted(await requests.nonce()), accepted(await requests.nonce())];
      holds(isUncached(one.headers), 'the answer has no cache-control: no-store');
      holds(textIn(one, 'c_nonce') !== textIn(two, 'c_nonce'), 'two nonces are equal');
    },
  },
  {
    id: 'happy-flow-skip-notification',
    clause: 'credential.answer',
    title: 'A wallet that sends no notification gets more credentials',
    needs: ['code'],
    async run({ active }) {
      const { phone } = await active();
      const { body } = await asked(phone);
      holds(Array.isArray(body?.credentials) && body.credentials.length === 1, 'there is not one credential');
    },
  },
  acceptedRow(
    'happy-flow-additional-requests',
    'credential.answer',
    'A credential request with headers of FAPI and any accept header is accepted',
    () => ({ headers: { accept: '*/*', 'x-fapi-customer-ip-address': '2001:db8::1' } }),
  ),
  {
    id: 'happy-flow-multiple-clients',
    clause: 'credential.answer',
    title: 'Two wallets get credentials one after the other',
    needs: ['code'],
    async run({ own, active }) {
      await active();
      const { phone, code } = await own();
      await phone.redeem(code);
      await phone.fetch(1);
    },
  },
  {
    id: 'batch-issuance',
    clause: 'credential.batch',
    title: 'A batch has a credential for each key',
    needs: ['code'],
    async run({ active }) {
      const { phone } = await active();
      const count = Math.min(BATCH, phone.requests.issuer.batchSize);
      if (count < 2) throw new NotRun('needs batch_credential_issuance');
      const { body } = await asked(phone, {}, count);
      holds(Array.isArray(body?.credentials), 'there are no credentials');
      holds(
        body.credentials.length === count,
        `there are ${body.credentials.length} credentials for ${count} keys`,
      );
    },
  },
  {
    id: 'batch-issuance.unlinkable',
    clause: 'credential.unlinkable',
    title: 'The credentials of a batch share no salt and no place in a status list',
    needs: ['code'],
    async run({ own }) {
      const { phone, code } = await own();
      await phone.redeem(code);
      if (phone.requests.issuer.batchSize < 2) throw new NotRun('needs batch_credential_issuance');
      await phone.fetch(2);
      const marks = phone.state.credentials.flatMap(({ issuerSigned }) => marksOf(issuerSigned));
      holds(new Set(marks).size === marks.length, 'two credentials share a salt or a place in a status list');
    },
  },
  {
    id: 'happy-flow.tx-code',
    clause: 'token.tx-code',
    title: 'A code with its transaction code gets a token',
    needs: ['code', 'transaction code'],
    async run({ own }) {
      const { phone, code, txCode } = await own({ txCode: true });
      await phone.redeem(code, txCode);
    },
  },
  {
    id: 'refresh-token',
    clause: 'refresh',
    title: 'A refresh token gets a new access token, for new credentials',
    needs: ['code'],
    async run({ active }) {
      const { phone } = await active();
      if (phone.state.refreshToken === undefined) throw new NotRun('needs a refresh token');
      const before = phone.state.accessToken;
      await phone.refresh();
      holds(phone.state.accessToken !== before, 'the access token is the old one');
      await asked(phone);
    },
  },
  {
    id: 'notification.repeated',
    clause: 'notification',
    title: 'A notification is accepted again',
    needs: ['code'],
    async run({ active }) {
      const { phone } = await active();
      if (!(await phone.notify('credential_accepted'))) throw new NotRun('needs notification_endpoint');
      await phone.notify('credential_accepted');
    },
  },
  acceptedRow(
    'access-token-type-header-case-sensitivity',
    'resource.token',
    'The name of the scheme in Authorization may have any case (RFC 9110 11.1)',
    ({ state }) => ({ headers: { authorization: `dPoP ${state.accessToken}` } }),
  ),
  acceptedRow(
    'check-dpop-proof-nbf-exp',
    'dpop.time',
    'A DPoP proof may have nbf and exp',
    ({ requests }) => ({ dpop: { claims: { nbf: requests.seconds(), exp: requests.seconds() + 300 } } }),
  ),
  acceptedRow(
    'ensure-dpopproof-with-iat-10seconds-before-succeeds',
    'dpop.time',
    'A DPoP proof of ten seconds ago is accepted',
    dated(-10),
  ),
  acceptedRow(
    'ensure-dpopproof-with-iat-10seconds-after-succeeds',
    'dpop.time',
    'A DPoP proof dated in ten seconds is accepted',
    dated(10),
  ),
  acceptedRow(
    'dpop-negative-tests.query-of-htu',
    'dpop.address',
    'Query and fragment of htu are ignored',
    ({ requests }) => ({ dpop: { claims: { htu: `${requests.issuer.credentialEndpoint}?a=b#c` } } }),
  ),
  acceptedRow(
    'dpop-negative-tests.unknown-claims',
    'dpop.claims',
    'Unknown members of a DPoP proof are ignored',
    () => ({ dpop: { header: { unknown: 1 }, claims: { unknown: 1 } } }),
  ),
  {
    id: 'par-without-duplicate-parameters',
    clause: 'par.answer',
    title: 'A pushed request gets a request_uri',
    needs: ['client'],
    async run({ client }) {
      const answer = accepted(await (await client()).phone.requests.pushedRequest(PKCE));
      holds(textIn(answer, 'request_uri') !== '', 'there is no request_uri');
      holds(typeof answer.body?.expires_in === 'number', 'there is no expires_in');
    },
  },
];
