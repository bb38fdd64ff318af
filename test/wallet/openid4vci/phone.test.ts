import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decodeDeviceResponse,
  encodeSessionTranscript,
  verifyDeviceResponse,
} from '../../../src/formats/mdoc/index.ts';
import {
  attestationRoot,
  OfferError,
  offerOf,
  phoneFor,
  readOffer,
  readVciWallet,
  SANDBOX_ROOT_CERTIFICATE,
  VciRefusal,
  type VciState,
  type VciTransport,
  vciPhone,
  vciTransport,
  writeVciWallet,
} from '../../../src/wallet/index.ts';
import { SANDBOX_ROOT_PRIVATE_KEY } from '../../../src/wallet/sandbox-root.ts';
import { browser } from '../../support/browser.ts';
import { useHolderPage } from '../../support/holder-page.ts';
import { MDL } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';
import { attestingSettings, CALLBACK, newVciPhone, offered, PLAIN } from './support.ts';

const { world } = useHolderPage(PLAIN);
const attesting = useWorld({ settings: attestingSettings() });
const clock = () => world().now();

describe('A simulated wallet by OpenID4VCI', () => {
  it.each([1, 10])('gets a batch of %i for an offer, and shows one to a reader', async (count) => {
    const { phone, code, holderId } = await newVciPhone(world());
    await phone.redeem(code);
    expect(await phone.fetch(count)).toBe(count);
    expect(await phone.notify('credential_accepted')).toBe(true);
    const sessionTranscript = encodeSessionTranscript({ handover: ['a handover'] });
    const docRequest = { 'org.iso.18013.5.1': ['family_name', 'nothing'] };
    const { deviceResponse, disclosed, missing } = await phone.present({ docRequest, sessionTranscript });
    const report = verifyDeviceResponse(decodeDeviceResponse(deviceResponse), {
      now: clock(),
      sessionTranscript,
    });
    expect([report.valid, disclosed.length, missing.length]).toEqual([true, 1, 1]);
    expect(phone.state.credentials).toHaveLength(count - 1);
    const { credentials } = await world().admin('listCredentials', { holderId });
    expect(credentials).toMatchObject([{ channel: 'openid4vci', state: 'active' }]);
  });

  it('types a transaction code', async () => {
    const { phone, code, txCode } = await newVciPhone(world(), { txCode: true });
    await expect(phone.redeem(code)).rejects.toThrow(VciRefusal);
    await phone.redeem(code, txCode);
    expect(await phone.fetch(1)).toBe(1);
  });

  it('sends no attestation of its keys to an issuer that takes none, so that the largest batch fits', async () => {
    const root = attestationRoot(SANDBOX_ROOT_CERTIFICATE + SANDBOX_ROOT_PRIVATE_KEY);
    const sent: string[] = [];
    const { phone, code } = await newVciPhone(world(), {
      attestationRoot: root,
      onExchange: ({ step, request: { body = '' } }) => void (step === 'credential' && sent.push(body)),
    });
    await phone.redeem(code);
    expect(await phone.fetch(phone.requests.issuer.batchSize)).toBe(phone.requests.issuer.batchSize);
    const [proof = ''] = JSON.parse(sent[0] ?? '').proofs.jwt;
    const header = JSON.parse(Buffer.from(proof.split('.')[0], 'base64url').toString());
    expect(Object.keys(header).sort()).toEqual(['alg', 'jwk', 'typ']);
  });

  it('attests itself and its keys where the issuer asks for it', async () => {
    for (const proofType of ['jwt', 'attestation'] as const) {
      const { phone, code } = await newVciPhone(attesting());
      await phone.redeem(code);
      expect(phone.state.clientId).toBe('simulated-wallet');
      expect(await phone.fetch(2)).toBe(2);
      const { requests } = phone;
      const { c_nonce: nonce } = (await requests.nonce()).body as { c_nonce: string };
      const keys = [requests.newKey(), requests.newKey()];
      const { body } = await requests.credential(keys, nonce, { proofType });
      expect(body?.credentials).toHaveLength(2);
      await phone.refresh();
    }
  });

  it('refreshes when its access token has ended, and gets other credentials', async () => {
    const { phone, code } = await newVciPhone(world());
    await phone.redeem(code);
    await phone.fetch(1);
    const first = phone.state.accessToken;
    world().advance(600_000);
    await phone.fetch(1);
    expect(phone.state.accessToken).not.toBe(first);
    expect(phone.state.credentials).toHaveLength(2);
  });

  it('deletes its credential, and then has no token', async () => {
    const { phone, code, holderId } = await newVciPhone(world());
    await phone.redeem(code);
    await phone.fetch(1);
    expect(await phone.notify('credential_deleted')).toBe(true);
    const { credentials } = await world().admin('listCredentials', { holderId });
    expect(credentials).toMatchObject([{ state: 'deleted' }]);
    await expect(phone.refresh()).rejects.toMatchObject({ code: 'noToken' });
  });

  it('begins by the authorization code where it is known', async () => {
    const given = await offered(world());
    const options = { clock, clientId: 'wallet-1', redirectUri: CALLBACK };
    const { phone, offer } = await phoneFor(given.offer, options);
    expect(offer.isRedirecting).toBe(true);
    const visit = async (address: string) => {
      const visitor = browser(world().url);
      const { url } = await visitor.submit(await visitor.open(address), '/add/wallet', { decision: 'allow' });
      return url.href;
    };
    await phone.authorize(offer.issuerState, visit);
    expect(await phone.fetch(1)).toBe(1);
    await expect(phone.authorize(undefined, async () => `${CALLBACK}?code=x&state=y`)).rejects.toMatchObject({
      code: 'token',
    });
  });

  it('repeats a request whose answer was lost with the same keys, and gets the same credentials', async () => {
    const transport = vciTransport();
    let isLost = true;
    const losing: VciTransport = async (request) => {
      const answer = await transport(request);
      if (!request.url.endsWith('/credential') || !isLost) return answer;
      isLost = false;
      lost = answer.text;
      throw new Error('the connection broke');
    };
    let lost = '';
    const { phone, code } = await newVciPhone(world(), { transport: losing });
    await phone.redeem(code);
    await expect(phone.fetch(2)).rejects.toThrow('broke');
    expect(await phone.fetch(2)).toBe(2);
    const { credentials } = JSON.parse(lost) as { credentials: readonly { credential: string }[] };
    expect(
      phone.state.credentials.map(({ issuerSigned }) => Buffer.from(issuerSigned).toString('base64url')),
    ).toEqual(credentials.map(({ credential }) => credential));
  });

  it('is kept in a file that its owner alone can read, and goes on from there', async () => {
    const path = join(temporaryFolder('vci-phone'), 'wallet.json');
    const save = (state: VciState) => writeVciWallet(path, state);
    const { phone, code } = await newVciPhone(world(), { save });
    await phone.redeem(code);
    await phone.fetch(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = await vciPhone(readVciWallet(path), { clock });
    await again.refresh();
    expect(await again.fetch(1)).toBe(1);
    expect(again.state.credentials).toHaveLength(2);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('diptych-openid4vci-wallet');
    const json = JSON.parse(text) as { wallet: object };
    for (const wrong of [
      { ...json, format: 'diptych-wallet' },
      { ...json, extra: 1 },
      { ...json, wallet: { ...json.wallet, credentials: [{}] } },
    ]) {
      writeFileSync(path, JSON.stringify(wrong));
      expect(() => readVciWallet(path)).toThrow(expect.objectContaining({ code: 'malformed' }));
    }
    writeFileSync(path, JSON.stringify({ ...json, version: 2 }));
    expect(() => readVciWallet(path)).toThrow(expect.objectContaining({ code: 'unsupportedVersion' }));
  });
});

describe('A simulated wallet distrusts', () => {
  const changing =
    (part: string, change: (body: never) => object): VciTransport =>
    async (request) => {
      const answer = await vciTransport()(request);
      return request.url.includes(part)
        ? { ...answer, text: JSON.stringify(change(JSON.parse(answer.text) as never)) }
        : answer;
    };

  it.each([
    ['openid-credential-issuer', (body: object) => ({ ...body, credential_issuer: 'https://a.example' })],
    ['oauth-authorization-server', (body: object) => ({ ...body, issuer: 'https://a.example' })],
  ])('metadata of somebody else: %s', async (part, change) => {
    const transport = changing(part, change);
    await expect(newVciPhone(world(), { transport })).rejects.toMatchObject({ code: 'metadata' });
  });

  it.each([
    ['an issuer without https', 'http://issuer.example/vci', {}],
    [
      'an offer at an address without https',
      'https://issuer.example/vci',
      { credential_offer_uri: 'http://a.example' },
    ],
  ])('%s', async (_what, issuer, reference) => {
    const offer = {
      credential_issuer: issuer,
      credential_configuration_ids: ['x'],
      grants: { authorization_code: {} },
    };
    const query =
      'credential_offer_uri' in reference ? reference : { credential_offer: JSON.stringify(offer) };
    const link = `openid-credential-offer://?${new URLSearchParams(query)}`;
    const transport = () => Promise.reject(new Error('nothing is sent'));
    await expect(phoneFor(link, { transport })).rejects.toMatchObject({ code: 'metadata' });
  });

  it('a token that is not bound, and credentials for other keys or changed ones', async () => {
    const bearer = changing('/token', (body: object) => ({ ...body, token_type: 'Bearer' }));
    const one = await newVciPhone(world(), { transport: bearer });
    await expect(one.phone.redeem(one.code)).rejects.toMatchObject({ code: 'token' });

    let first: object | undefined;
    const repeating = changing('/credential', (body: object) => {
      first ??= body;
      return first;
    });
    const two = await newVciPhone(world(), { transport: repeating });
    await two.phone.redeem(two.code);
    await two.phone.fetch(1);
    await expect(two.phone.fetch(1)).rejects.toMatchObject({ code: 'deviceKey' });

    const altered = changing(
      '/credential',
      ({ credentials: [only] }: { credentials: [{ credential: string }] }) => {
        const bytes = Buffer.from(only.credential, 'base64url');
        const at = bytes.indexOf('Mustermann');
        bytes.write('Mustermaus', at);
        return { credentials: [{ credential: bytes.toString('base64url') }] };
      },
    );
    const three = await newVciPhone(world(), { transport: altered });
    await three.phone.redeem(three.code);
    await expect(three.phone.fetch(1)).rejects.toMatchObject({ code: 'mobileSecurityObject' });
  });
});

describe('An offer', () => {
  const OFFER = {
    credential_issuer: 'https://issuer.example/vci',
    credential_configuration_ids: [MDL],
    grants: {
      'urn:ietf:params:oauth:grant-type:pre-authorized_code': { 'pre-authorized_code': 'c', tx_code: {} },
    },
  };
  const text = JSON.stringify(OFFER);
  const query = `credential_offer=${encodeURIComponent(text)}`;
  const none = () => Promise.reject(new Error('nothing is fetched'));

  it.each([
    ['a link', `openid-credential-offer://?${query}`],
    ['a link of HAIP', `haip-vci://?${query}`],
    ['the address of a wallet', `https://wallet.example/add?${query}`],
    ['JSON', text],
    ['a request for a browser', JSON.stringify({ protocol: 'openid4vci-v1', data: OFFER })],
    [
      'one of several requests',
      JSON.stringify({ requests: [{ protocol: 'x' }, { protocol: 'openid4vci-v1', data: OFFER }] }),
    ],
  ])('is read as %s', async (_what, given) => {
    expect(await readOffer(given, none)).toEqual({
      issuer: 'https://issuer.example/vci',
      configurationIds: [MDL],
      code: 'c',
      asksTxCode: true,
      isRedirecting: false,
    });
  });

  it('is fetched where the link only refers to it', async () => {
    const seen: string[] = [];
    const link = 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example%2Foffer';
    const fetched = async (url: string) => {
      seen.push(url);
      return OFFER;
    };
    expect((await readOffer(link, fetched)).code).toBe('c');
    expect(seen).toEqual(['https://issuer.example/offer']);
  });

  it.each([
    '',
    'nothing',
    '{',
    '[]',
    '{}',
    '{"requests":[]}',
    'openid-credential-offer://?credential_offer=x',
    'x'.repeat(70_000),
  ])('is refused if it is none: %#', async (given) => {
    await expect(readOffer(given, none)).rejects.toThrow(OfferError);
  });

  it.each([
    [{ ...OFFER, credential_issuer: 1 }],
    [{ ...OFFER, credential_configuration_ids: [] }],
    [{ ...OFFER, grants: { authorization_code: 1 } }],
    [{ ...OFFER, grants: { authorization_code: { issuer_state: 1 } } }],
  ])('is refused if a member is wrong: %#', (given) => {
    expect(() => offerOf(given)).toThrow(OfferError);
  });
});
