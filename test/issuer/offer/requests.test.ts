import { describe, expect, it } from 'vitest';
import { creationRequests } from '../../../src/issuer/offer/requests.ts';
import { loadSettings } from '../../../src/server/config/load-settings.ts';
import { diptych, to } from '../../support/cli.ts';
import { MDL, newHolder } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';

const GOOGLE = 'issuers/example-dmv';
const offering = useWorld({ settings: { 'issuer.addToWallet.googleIssuerId': GOOGLE } });
const without = useWorld();

const requestOf = (code: string, protocol = 'google-wallet-push-v1') => ({
  protocol,
  data: {
    credential_issuer: GOOGLE,
    credentials: [],
    grants: { authorization_code: { issuer_state: code } },
  },
});

const problemsOf = (options: Record<string, unknown>) => () => loadSettings({ environment: {}, options });

describe('the request of "Add to wallet"', () => {
  it('is the one of the page of Google, with the code as issuer_state', () => {
    const addToWallet = { googleIssuerId: GOOGLE, protocol: 'google-wallet-push-v2' };
    const offer = { code: 'abc', documentType: MDL };
    expect(creationRequests(offer, { addToWallet })).toEqual([requestOf('abc', 'google-wallet-push-v2')]);
    const other = { ...addToWallet, documentTypes: new Set(['org.iso.23220.photoid.1']) };
    expect(creationRequests(offer, { addToWallet: other })).toEqual([]);
    expect(creationRequests(offer, {})).toEqual([]);
  });

  it('is in the answer of issuing a code, and in no list', async () => {
    const holderId = await newHolder(offering());
    const issued = await offering().admin('issueCode', { holderId });
    expect(issued.requests).toEqual([requestOf(issued.code)]);
    expect(JSON.stringify(await offering().admin('listCodes', {}))).not.toContain('requests');
  });

  it('is absent without issuer.addToWallet', async () => {
    const holderId = await newHolder(without());
    expect(await without().admin('issueCode', { holderId })).not.toHaveProperty('requests');
  });

  it('codes issue --request json prints it after the code', async () => {
    const run = await diptych(
      ...['codes', 'issue', '--holder', await newHolder(offering()), '--request', 'json'],
      ...to(offering()),
    );
    const [code = '', , ...json] = run.out.split('\n');
    expect(JSON.parse(json.join('\n'))).toEqual({ requests: [requestOf(code)] });
    const none = await diptych(
      ...['codes', 'issue', '--holder', await newHolder(without()), '--request', 'json', ...to(without())],
    );
    expect(none.out).toContain(
      'there is no request: the server has neither issuer.addToWallet nor issuer.wallets',
    );
    const wrong = await diptych('codes', 'issue', '--holder', 'h', '--request', 'xml', ...to(offering()));
    expect([wrong.exit, wrong.err]).toEqual([2, 'diptych: --request takes json\n']);
  });
});

describe('settings of "Add to wallet"', () => {
  const signIn = {
    'issuer.addToWallet.googleIssuerId': GOOGLE,
    'issuer.addToWallet.holderPage': 'on',
    'issuer.holderSignIn.issuer': 'https://login.example',
    'issuer.holderSignIn.clientId': 'diptych',
    'issuer.holderSignIn.clientSecretFile': '/run/secret',
    'issuer.holderSignIn.holderClaim': 'licence_number',
  };

  it.each([
    [
      'a page without the id of the issuer',
      { 'issuer.addToWallet.holderPage': 'on' },
      /needs issuer.addToWallet.googleIssuerId/,
    ],
    [
      'an unknown document type',
      { 'issuer.addToWallet.documentTypes': ['x'] },
      /names x, which is not served/,
    ],
    [
      'a sign-in without a secret',
      { ...signIn, 'issuer.holderSignIn.clientSecretFile': undefined },
      /clientSecretFile .* is missing/,
    ],
    ['a sign-in without the page', { ...signIn, 'issuer.addToWallet.holderPage': 'off' }, /holderPage: on/],
    [
      'codes that need a second person',
      { ...signIn, 'admin.secondPerson': ['codes'] },
      /without the second person/,
    ],
    [
      'a system of record',
      { ...signIn, 'issuer.records.source': 'http', 'issuer.records.url': 'https://r.example' },
      /system of record/,
    ],
    [
      'a provider without TLS',
      { ...signIn, 'issuer.holderSignIn.issuer': 'http://login.example' },
      /on this machine only/,
    ],
  ] as const)('refuse %s', (_what, options, problem) => {
    expect(problemsOf(options)).toThrow(problem);
  });

  it('accept a complete sign-in', () => {
    expect(problemsOf(signIn)).not.toThrow();
  });
});
