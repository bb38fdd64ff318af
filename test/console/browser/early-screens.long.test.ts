import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../support/chromium.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { openVisit } from './support/visit.ts';

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
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await screensIn(page)).toEqual(modules);
    expect(faults).toEqual([]);
    await context.close();
  });
});
