import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useHttpWorld } from '../../mediation/http/support/world.ts';
import { servedApp } from '../../mediation/serve/support/app.ts';
import { type ServedExample, serveExample } from '../../resolve/support/serve-example.ts';
import { startChromium } from '../../support/chromium.ts';
import { axeFindings } from './support/axe.ts';
import { sidewaysAt } from './support/layout.ts';

const world = useHttpWorld();
let browser: Browser;
let served: ServedExample;
let page: Page;

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser?.close());

beforeEach(async () => {
  served = await serveExample();
  const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
  page = await context.newPage();
  await open();
});

afterEach(async () => {
  await page.context().close();
  served.close();
});

const status = () => page.locator('#snapshot-status').textContent();
const group = () => page.locator('#group').textContent();

async function open(query = ''): Promise<void> {
  await page.goto(`${served.address}${query}`);
  await page.waitForFunction(`document.getElementById('snapshot-status').textContent !== 'No snapshot yet.'`);
}

async function refreshed(): Promise<string | null> {
  await page.evaluate(`document.getElementById('snapshot-status').textContent = ''`);
  await page.click('#refresh');
  await page.waitForFunction(`document.getElementById('snapshot-status').textContent !== ''`);
  return status();
}

/** An install whose slot gets the variant. */
async function joinVariant(variant: string): Promise<void> {
  while (!(await group())?.includes(variant)) await page.click('#new-unit');
}

const line = (id: number | string) => page.locator(`[data-line="${String(id).padStart(16, '0')}"]`);

async function showAd(): Promise<string | null> {
  await page.click('#show');
  await page.waitForFunction(`!document.getElementById('show').disabled`);
  return page.locator('#ad').textContent();
}

const outcomes = () => page.locator('#lines .outcome').allTextContents();

describe('The example page that mediates ads', () => {
  it('it resolves with the snapshot alone: the group of the country, the variant of the install', async () => {
    await joinVariant('VARIANT_A');
    expect(await group()).toMatch(/^Group 0000000002, experiment 0000000009: VARIANT_A, slot \d{3}\.$/);
    expect(await page.locator('#lines strong').allTextContents()).toEqual([
      'InMobiAdapter',
      'AppLovinAdapter',
      'UnityAdapter',
      'Your own network',
    ]);
    await page.fill('[name=country]', 'FR');
    expect(await group()).toBe('Group 0000000001.');
    expect(served.answered).toEqual([200]);
  });

  it('lines are tried in order until one has an ad, and no further', async () => {
    await joinVariant('VARIANT_A');
    await line(5).getByRole('checkbox').check();
    expect(await showAd()).toBe('Simulated ad of com.unity3d.mediation.UnityAdapter');
    expect(await outcomes()).toEqual(['no ad', 'no ad', 'shown', '']);
  });

  it('a bid wins over the lines that pay less, which are not asked', async () => {
    await joinVariant('VARIANT_A');
    for (const id of [3, 5]) await line(id).getByRole('checkbox').check();
    expect(await showAd()).toBe('Simulated ad of com.inmobi.mediation.InMobiAdapter');
    expect(await outcomes()).toEqual(['shown', 'no ad', '', '']);
  });

  it('when the network is gone, the last good snapshot serves, also after a restart', async () => {
    served.snapshot = undefined;
    expect(await refreshed()).toBe('Last good snapshot: the server cannot be reached.');
    await open();
    expect(await status()).toBe('Last good snapshot: the server cannot be reached.');
    await joinVariant('VARIANT_B');
    expect(await showAd()).toBe('Simulated ad of your own network');
    expect(await outcomes()).toEqual(['no ad', 'no ad', 'no ad', 'shown']);
  });

  it('without a first snapshot it says why, and begins when it gets one', async () => {
    await page.evaluate('localStorage.clear()');
    const { snapshot } = served;
    served.snapshot = undefined;
    await page.reload();
    await expect.poll(status).toBe('No snapshot: the server cannot be reached.');
    const faults: Error[] = [];
    page.on('pageerror', (error) => faults.push(error));
    await page.fill('[name=country]', 'FR');
    expect([faults, await page.locator('#show').isDisabled()]).toEqual([[], true]);
    await page.route('**/snapshot.json', (route) => route.fulfill({ status: 404 }));
    expect(await refreshed()).toBe('No snapshot: the server answers with status 404.');
    await page.unroute('**/snapshot.json');
    served.snapshot = snapshot;
    expect(await refreshed()).toBe('New snapshot of the server.');
    expect(await group()).toBe('Group 0000000001.');
  });

  it.each([
    ['an unknown schema version', '{"schemaVersion":2}', 'a newer server made it (schema version 2)'],
    ['text that is no snapshot', 'sign in to the Wi-Fi', 'the snapshot is not JSON'],
  ])('after %s the last good snapshot serves', async (_, text, why) => {
    served.snapshot = text;
    expect(await refreshed()).toBe(`Last good snapshot: the new one cannot be used, because ${why}.`);
    expect(await group()).toContain('Group 0000000002');
  });

  it('it asks with the ETag, and takes a changed snapshot', async () => {
    expect(await refreshed()).toBe('The server has the same snapshot.');
    served.snapshot = served.snapshot?.replace('["DE", "AT"]', '["CH"]').replace(/"DE",\s*"AT"/, '"CH"');
    expect(await refreshed()).toBe('New snapshot of the server.');
    expect(served.answered).toEqual([200, 304, 200]);
    expect(await group()).toBe('Group 0000000001.');
  });

  it('with the snapshot of a server of another origin: it resolves, asks again with the ETag, and sees a change', async () => {
    const app = await servedApp(world());
    await open(`?snapshot=${encodeURIComponent(app.snapshotUrl)}`);
    expect(await group()).toBe(`Group ${app.group.group.mediationGroupId}.`);
    expect(await line(app.group.lineId).count()).toBe(1);
    expect(await refreshed()).toBe('The server has the same snapshot.');
    await world().done('PATCH', app.group.path, {
      query: { updateMask: 'state' },
      body: { state: 'DISABLED' },
    });
    await expect.poll(refreshed, { timeout: 30_000 }).toBe('New snapshot of the server.');
    expect(await group()).toMatch(/^No group matches/);
  });

  it.each(['light', 'dark'] as const)(
    'axe finds nothing and nothing is cut off in the %s scheme',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await showAd();
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sidewaysAt(page)).toEqual([]);
        expect(await axeFindings(page)).toEqual([]);
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/${colorScheme}-${width}.png`,
            fullPage: true,
          });
      }
    },
  );
});
