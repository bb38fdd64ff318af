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

/** The modules that the page has loaded later than itself, by their names. */
const modulesIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
  );

describe("The operators' console", () => {
  it.each([
    ['/holders/import', 'import-holders', 'holder'],
    ['/holders/7', 'holder', 'import-holders'],
    ['/users', 'users', 'user'],
  ])('loads the screen at %s while it asks who the person is, and no other', async (path, module, other) => {
    const { context, page, faults } = await openVisit(browser, `${world().server.adminUrl}/console${path}`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => modulesIn(page)).toContain(module);
    await page.waitForLoadState('networkidle');
    expect(await modulesIn(page)).not.toContain(other);
    expect(faults).toEqual([]);
    await context.close();
  });
});
