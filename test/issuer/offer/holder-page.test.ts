import { describe, expect, it } from 'vitest';
import { PRE_AUTHORIZED_CODE } from '../../../src/issuer/offer/offer.ts';
import { phoneFor } from '../../../src/wallet/index.ts';
import { browser, type Page } from '../../support/browser.ts';
import { newDevice } from '../../support/devices.ts';
import { codeOn, GOOGLE, requestsOf, useHolderPage } from '../../support/holder-page.ts';
import { codeFor, MDL, newHolder } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';

const { world, provider, signedIn } = useHolderPage();
const PHOTO_ID = 'org.iso.23220.photoid.1';
const byWallets = useHolderPage({ 'issuer.wallets.documentTypes': [MDL] });
const byTwo = useHolderPage({
  'issuer.addToWallet.googleIssuerId': undefined,
  'issuer.wallets.documentTypes': [MDL, PHOTO_ID],
});
const without = useWorld();

const open = (path = '/add/') => browser(world().url).open(path);
const typed = async (code: string | readonly string[], url = world().url) => {
  const own = browser(url);
  return own.submit(await own.open('/add/'), '/add/', { code });
};
/** The offers that the links of the page open wallets with. */
const offersOn = ({ html }: Page) =>
  [...html.matchAll(/href="(openid-credential-offer:[^"]+)"/g)].map(([, link = '']) =>
    JSON.parse(new URL(link).searchParams.get('credential_offer') ?? ''),
  );
const codes = async (holderId: string) => (await world().admin('listCodes', { holderId })).codes;

describe('The page for holders', () => {
  it('takes a code without script, and shows the request, a QR code and the code', async () => {
    const page = await typed(' Abc123 ');
    expect(page.status).toBe(200);
    expect(requestsOf(page)).toEqual([
      {
        protocol: 'google-wallet-push-v1',
        data: {
          credential_issuer: GOOGLE,
          credentials: [],
          grants: { authorization_code: { issuer_state: 'Abc123' } },
        },
      },
    ]);
    expect(page.html).toContain('<svg');
    expect(page.text).toContain('Without JavaScript this page has no button. Use another way below.');
  });

  it('runs no script but its own, is stored nowhere and framed by nobody', async () => {
    for (const page of [await open(), await typed('abc')]) {
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    ['no code', '', 400, 'Type the code that you were given.'],
    ['a code that is too long', 'x'.repeat(513), 400, 'This is not a code.'],
    ['a code with control characters', 'a\u0007b', 400, 'This is not a code.'],
    ['two codes', ['a', 'b'], 400, 'This is not a code.'],
  ] as const)('refuses %s', async (_what, code, status, text) => {
    const page = await typed(code);
    expect([page.status, page.text.includes(text), page.html.includes('data-requests')]).toEqual([
      status,
      true,
      false,
    ]);
  });

  it('escapes what was typed', async () => {
    expect((await typed('"><script>alert(1)</script>')).html).not.toContain('<script>alert');
  });

  it('refuses a large body', async () => {
    const body = `code=${'x'.repeat(5000)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${world().url}/add/`, { method: 'POST', body, headers });
    expect([answer.status, await answer.text()]).toEqual([
      413,
      expect.stringContaining('This is not a code.'),
    ]);
  });

  it('opens a wallet by OpenID4VCI with an offer, by which it gets a token', async () => {
    const page = await typed(
      await codeFor(byWallets.world(), await newHolder(byWallets.world())),
      byWallets.world().url,
    );
    const [offer, ...others] = offersOn(page);
    expect(others).toEqual([]);
    expect(offer.credential_configuration_ids).toEqual([MDL]);
    expect(requestsOf(page)).toMatchObject([
      { protocol: 'google-wallet-push-v1' },
      { protocol: 'openid4vci-v1', data: offer },
    ]);
    expect(page.text).toContain('Another wallet app');
    const { phone } = await phoneFor(JSON.stringify(offer), { clock: byWallets.world().now });
    await phone.redeem(offer.grants[PRE_AUTHORIZED_CODE]['pre-authorized_code']);
    expect(await phone.fetch(1)).toBe(1);
  });

  it('does not tell of which document a code is: it has an offer for each, and none in the request', async () => {
    const { world: two, signedIn: signedInTo } = byTwo;
    const holderId = await newHolder(two());
    for (const code of [await codeFor(two(), holderId), 'nobody-issued-this']) {
      const page = await typed(code, two().url);
      expect(offersOn(page).map((offer) => offer.credential_configuration_ids)).toEqual([[MDL], [PHOTO_ID]]);
      expect(page.text).toContain('Another wallet app: Photo ID');
      expect(page.text).not.toContain('or type the code into the wallet');
      expect(requestsOf(page)).toEqual([]);
    }
    const { own, page } = await signedInTo(holderId);
    const offered = await own.submit(page, '/add/');
    expect(offersOn(offered).map((offer) => offer.credential_configuration_ids)).toEqual([[MDL]]);
    expect(requestsOf(offered)).toMatchObject([{ protocol: 'openid4vci-v1' }]);
  });

  it('does not exist without issuer.addToWallet.holderPage', async () => {
    expect((await fetch(`${without().url}/add/`)).status).toBe(404);
  });
});

describe('The sign-in of holders', () => {
  it('gives a code of ten minutes, audited as issued by the page, which the wallet platform provisions', async () => {
    const holderId = await newHolder(world());
    const { own, page } = await signedIn(holderId);
    expect(page.text).toContain('You are signed in.');
    const offered = await own.submit(page, '/add/');
    const code = codeOn(offered);
    expect(code).toMatch(/^[0-9a-f]{32}$/);
    const [issued] = await codes(holderId);
    expect(Date.parse(issued?.expireTime ?? '') - world().now()).toBe(600_000);
    const { events } = await world().admin('listEvents', { subject: 'code', subjectId: issued?.id ?? '' });
    expect(events).toMatchObject([{ event: 'create', actor: 'holderPage' }]);
    const device = newDevice(world());
    await device.register();
    await device.proof(code);
    await device.provision();
    await device.provisionMsos(1);
    expect((await codes(holderId))[0]).toMatchObject({ state: 'used' });
    const again = await own.submit(page, '/add/');
    expect([again.status, again.text.includes('was used already')]).toEqual([409, true]);
    expect(world().log.join('')).not.toContain(code);
    expect(world().log.join('')).not.toContain(holderId);
  });

  it('a reload issues no other code', async () => {
    const holderId = await newHolder(world());
    const { own, page } = await signedIn(holderId);
    const [one, two] = await Promise.all([own.submit(page, '/add/'), own.submit(page, '/add/')]);
    expect(codeOn(two)).toBe(codeOn(one));
    expect(await codes(holderId)).toHaveLength(1);
  });

  it('gives five codes a day', async () => {
    const holderId = await newHolder(world());
    const issue = async () => {
      const { own, page } = await signedIn(holderId);
      return own.submit(page, '/add/');
    };
    for (let number = 0; number < 5; number += 1) expect((await issue()).status).toBe(200);
    expect((await issue()).status).toBe(429);
    expect(await codes(holderId)).toHaveLength(5);
  });

  it.each([
    ['an unknown holder', async (): Promise<string> => 'nobody'],
    [
      'a revoked holder',
      async (): Promise<string> => {
        const id = await newHolder(world());
        await world().admin('revokeHolder', { id });
        return id;
      },
    ],
  ] as const)('gives %s nothing, in the same words', async (_what, holderOf) => {
    const { own, page } = await signedIn(await holderOf());
    const refused = await own.submit(page, '/add/');
    expect([refused.status, refused.text.includes('There is no document for you here')]).toEqual([403, true]);
  });

  it.each([
    { claim: undefined },
    { claim: '' },
    { claim: { id: 1 } },
    { claim: ['h-1'] },
    { claim: 'x'.repeat(300) },
  ])('gives nothing for %j', async ({ claim }) => {
    const { page } = await signedIn(claim);
    expect(page.status).toBe(403);
  });

  it('refuses an answer of another browser, and one that is sent again', async () => {
    provider().person = { sub: 'one', claims: { licence_number: await newHolder(world()) } };
    const [own, other, theirs] = [browser(world().url), browser(world().url), browser(provider().issuer)];
    const leaving = await own.open('/add/sign-in');
    const { url } = await theirs.open(leaving.url.href);
    expect((await other.open(url.href)).status).toBe(400);
    expect((await own.open(url.href)).text).toContain('You are signed in.');
    expect((await own.open(url.href)).status).toBe(400);
  });

  it('refuses a form of another site', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const answer = await fetch(`${world().url}/add/`, { method: 'POST', body: 'code=abc', headers });
    expect([answer.status, (await answer.text()).includes('data-requests')]).toEqual([403, false]);
  });

  it('says so while the provider is away', async () => {
    provider().person = { sub: 'one', claims: { licence_number: await newHolder(world()) } };
    const [own, theirs] = [browser(world().url), browser(provider().issuer)];
    const { url } = await theirs.open((await own.open('/add/sign-in')).url.href);
    provider().isAway = true;
    const page = await own.open(url.href).finally(() => {
      provider().isAway = false;
    });
    expect([page.status, page.text.includes('The sign-in does not answer at present.')]).toEqual([503, true]);
  });
});
