import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../support/chromium.ts';
import { newDevice } from '../../support/devices.ts';
import { GOOGLE, useHolderPage } from '../../support/holder-page.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { axeFindings } from './support/axe.ts';

const { world } = useHolderPage({ 'issuer.codeLink': 'https://wallet.example/add#{code}' });

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

/** What stands for the browser's interface: records the request, and answers as the wallet does. */
const stub = (answer: 'resolves' | 'rejects') => `
  window.asked = [];
  window.DigitalCredential = class { static userAgentAllowsProtocol(name) { return name.startsWith('google'); } };
  navigator.credentials.create = async (options) => {
    window.asked.push({ options, isActive: navigator.userActivation.isActive });
    if ('${answer}' === 'rejects') throw new DOMException('no', 'NotAllowedError');
    return {};
  };`;

interface Visit {
  /** Absent: a browser without the interface. */
  readonly stub?: 'resolves' | 'rejects';
  readonly width?: number;
  readonly isScripted?: boolean;
}

async function visit(
  path: string,
  { stub: answer, width = 375, isScripted = true }: Visit = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    javaScriptEnabled: isScripted,
  });
  await context.addInitScript(answer ? stub(answer) : 'delete window.DigitalCredential');
  const page = await context.newPage();
  await page.goto(`${world().url}${path}`);
  return page;
}

const isWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

describe.each([375, 1280])('The page for holders in a browser of %i pixels', (width) => {
  it('hands the code of the fragment over by keyboard, and the wallet platform provisions', async () => {
    const code = await codeFor(world(), await newHolder(world()));
    const page = await visit(`/add/#code=${code}`, { stub: 'resolves', width });
    const button = page.getByRole('button', { name: 'Add to wallet' });
    await button.waitFor();
    expect(page.url()).toBe(`${world().url}/add/`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Handed over to your wallet.').waitFor();
    const asked = (await page.evaluate('window.asked')) as readonly {
      readonly isActive: boolean;
      readonly options: never;
    }[];
    expect(asked).toMatchObject([
      {
        isActive: true,
        options: {
          digital: {
            requests: [
              { data: { credential_issuer: GOOGLE, grants: { authorization_code: { issuer_state: code } } } },
            ],
          },
        },
      },
    ]);
    const device = newDevice(world());
    await device.register();
    await device.proof(code);
    await device.provision();
    await device.provisionMsos(1);
    expect(await axeFindings(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
    await page.context().close();
  });

  it('shows the other way when the wallet refuses', async () => {
    const page = await visit('/add/#code=abc', { stub: 'rejects', width });
    await page.getByRole('button', { name: 'Add to wallet' }).click();
    await page.getByText('The wallet did not take it.').waitFor();
    expect(await page.getByRole('img', { name: 'QR code for the wallet' }).isVisible()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('shows the QR code and says why in a browser without the interface', async () => {
    const page = await visit('/add/#code=abc', { width });
    await page.getByText('This browser cannot hand documents to a wallet.').waitFor();
    expect(await page.getByRole('button', { name: 'Add to wallet' }).isVisible()).toBe(false);
    expect(await page.getByRole('img', { name: 'QR code for the wallet' }).isVisible()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    expect(await isWide(page)).toBe(false);
    await page.context().close();
  });

  it('works without script, by keyboard', async () => {
    const page = await visit('/add/', { width, isScripted: false });
    await page.getByLabel('Code from the issuer').focus();
    await page.keyboard.type('abc');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code for the wallet' }).waitFor();
    // Chromium hides it: it was told to run no script, and believes that it does.
    expect(await page.locator('noscript').textContent()).toContain('this page has no button');
    await page.context().close();
  });

  it('the first page has no findings', async () => {
    const page = await visit('/add/', { width });
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });
});
