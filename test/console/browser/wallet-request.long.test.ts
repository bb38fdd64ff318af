import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../support/chromium.ts';
import { useHolderPage } from '../../support/holder-page.ts';
import { vciWallet } from '../../support/openid4vci.ts';
import { codeFor, MDL, newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { axeFindings } from './support/axe.ts';

/** The page of the wallet to which the browser returns. */
const wallet = createServer((_request, response) => void response.end('the wallet')).listen(0, '127.0.0.1');
await once(wallet, 'listening');
const CALLBACK = `http://127.0.0.1:${(wallet.address() as AddressInfo).port}/callback`;
const VERIFIER = 'v'.repeat(64);

const { world } = useHolderPage({
  'issuer.wallets.documentTypes': [MDL],
  'issuer.wallets.clients': [{ id: 'wallet-1', name: 'Wallet One', redirectUris: [CALLBACK] }],
});

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, HOOK_TIMEOUT);
afterAll(async () => {
  await browser?.close();
  wallet.close();
});

/** The address that a wallet opens for the code of an offer. */
async function pushed(holderId: string): Promise<string> {
  const parameters = {
    ...{ client_id: 'wallet-1', response_type: 'code', redirect_uri: CALLBACK, scope: MDL, state: 's' },
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    issuer_state: await codeFor(world(), holderId),
  };
  const form = new URLSearchParams(parameters).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const { body } = await vciWallet(world()).send('/par', form, type);
  const asked = new URLSearchParams({ client_id: 'wallet-1', request_uri: body.request_uri });
  return `${world().url}/vci/authorize?${asked}`;
}

async function visit(address: string, width: number, isScripted = true): Promise<Page> {
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ viewport, javaScriptEnabled: isScripted });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const isWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** The address of the wallet to which the browser was sent. */
async function returned(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${CALLBACK}**`);
  return new URL(page.url()).searchParams;
}

describe.each([375, 1280])('The request of a wallet in a browser of %i pixels', (width) => {
  it('is allowed by keyboard, and the wallet gets its code', async () => {
    const holderId = await newHolder(world());
    const page = await visit(await pushed(holderId), width);
    await page.getByRole('heading', { name: 'Add your document to Wallet One' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Add');
    await page.keyboard.press('Enter');
    const code = (await returned(page)).get('code') ?? '';
    const grant = { grant_type: 'authorization_code', client_id: 'wallet-1', redirect_uri: CALLBACK };
    const token = await vciWallet(world()).token({ ...grant, code, code_verifier: VERIFIER });
    expect(token.status).toBe(200);
    await page.context().close();
  });

  it('is refused by keyboard, and nothing is issued', async () => {
    const holderId = await newHolder(world());
    const page = await visit(await pushed(holderId), width);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect((await returned(page)).get('error')).toBe('access_denied');
    expect((await world().admin('listCredentials', { holderId })).credentials).toEqual([]);
    await page.context().close();
  });

  it('is allowed without script', async () => {
    const page = await visit(await pushed(await newHolder(world())), width, false);
    await page.getByRole('button', { name: 'Add' }).click();
    expect((await returned(page)).get('code')).not.toBeNull();
    await page.context().close();
  });

  it('says so when it has ended', async () => {
    const page = await visit(`${world().url}/add/wallet?request=x`, width);
    await page.getByText('Begin again in the wallet.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
    await page.context().close();
  });
});
