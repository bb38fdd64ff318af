import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../support/chromium.ts';
import { newUser } from '../../support/operator.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { openVisit, signIn } from './support/visit.ts';

const world = useWorld({ settings: WITH_CONSOLES });
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

/** The screens whose modules the page has loaded. */
const screensIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(
        ({ name }) => /\/assets\/(import-holders|holders?|users?)-[\w-]{8}\.js$/.exec(name)?.[1] ?? [],
      ),
  );

describe("The operators' console", () => {
  it.each([
    ['/holders/import', ['import-holders']],
    ['/holders/7', ['holder']],
    ['/holders/7/x', []],
    ['/users', ['users']],
  ])('loads the screen at %s while it asks who the person is, and no other', async (path, modules) => {
    const { adminUrl } = world().server;
    const { context, page, faults } = await openVisit(browser, `${adminUrl}/console/`);
    const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/console/api/session', async (route) => {
      asked.resolve();
      await go.promise;
      await route.continue();
    });
    await page.goto(`${adminUrl}/console${path}`);
    await asked.promise;
    await expect.poll(() => screensIn(page)).toEqual(modules);
    go.resolve();
    await page.getByRole('heading', { name: 'Sign in to the operators’ console' }).waitFor();
    expect(await page.title()).toBe('Sign in to the operators’ console – Diptych');
    await page.waitForLoadState('networkidle');
    expect(await screensIn(page)).toEqual(modules);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('asks for the rows before it is painted, and not first who the person is', async () => {
    const email = 'ada@example.com';
    await newUser(world(), email, 'viewer');
    const { context, page, faults } = await openVisit(browser, `${world().server.adminUrl}/console/holders`);
    await signIn(page, { email, password: PASSWORD });
    await page.reload({ waitUntil: 'networkidle' });
    const [painted, asked, isTold] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/console/api/'))
        .map(({ name, startTime }) => ({ path: new URL(name).pathname, startTime })),
      document.documentElement.dataset.session !== undefined,
    ]);
    expect(isTold).toBe(false);
    expect(asked.map(({ path }) => path)).not.toContain('/console/api/session');
    const rows = asked.find(({ path }) => path === '/console/api/admin/v1/holders');
    expect(rows?.startTime).toBeLessThan(painted);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('asks who reviews a proofing beside the proofing, not after it', async () => {
    const email = 'bo@example.com';
    await newUser(world(), email, 'operator');
    const { context, page } = await openVisit(browser, `${world().server.adminUrl}/console/`);
    await signIn(page, { email, password: PASSWORD });
    const review = Promise.withResolvers<void>();
    await page.route('**/proofings/p-1/review', async (route) => {
      await review.promise;
      await route.continue();
    });
    const claimed = page.waitForRequest((request) => request.url().endsWith('/proofings/p-1'));
    await page.goto(`${world().server.adminUrl}/console/reviews/p-1`);
    await claimed;
    review.resolve();
    await context.close();
  });
});
