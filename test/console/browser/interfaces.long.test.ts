import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Panel } from '../../../src/conventions/panel.ts';
import { startChromium } from '../../support/chromium.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { strangeWords } from '../../support/interface-words.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { openVisit, signIn, type Visit } from './support/visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

/** What a screen says, with the choices of its filters. */
const textOf = (page: Page) => page.locator('main').evaluate((main) => main.textContent ?? '');

/** They tell what was set and done, also before an interface was switched off; descriptions of settings name both. */
const TELLS_OF_BOTH = ['Audit log', 'Policy and settings'];

/** Words of the other interface on every other screen of the menu. */
async function strangeWordsOn(page: Page, panel: Panel): Promise<readonly string[]> {
  const found: string[] = [];
  const links = page.getByRole('navigation').first().getByRole('link');
  await links.first().waitFor();
  const screens = await links.evaluateAll((all) =>
    all.map((link) => ({ name: link.textContent.trim(), url: (link as HTMLAnchorElement).href })),
  );
  for (const { name, url } of screens.filter((one) => !TELLS_OF_BOTH.includes(one.name))) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    found.push(...strangeWords(await textOf(page), panel).map((words) => `${name}: ${words}`));
  }
  return found;
}

describe("The operators' console of a server without the issuer interface", () => {
  const { world, operator } = useGuardedWorld(
    { ...WITH_CONSOLES, interfaces: ['mediation'] },
    { ada: 'administrator' },
  );

  async function opened(path: string): Promise<Visit> {
    const visit = await openVisit(browser, `${world().server.adminUrl}/console${path}`, {
      now: world().now(),
    });
    await signIn(visit.page, { email: operator('ada').email, password: PASSWORD });
    return visit;
  }

  it('has the screens of both interfaces and of mediation, and says what is to do', async () => {
    const { page, faults } = await opened('/');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.locator('#needs').waitFor();
    const names = await page.getByRole('navigation').first().getByRole('link').allTextContents();
    expect(names.map((name) => name.trim())).toEqual([
      ...['Today', 'Approvals', 'Audit log', 'Explain', 'Keys'],
      ...['Users', 'Clients', 'Publishers', 'Policy and settings'],
    ]);
    expect(faults).toEqual([]);
  });

  it('has no screen of the issuer interface at its address', async () => {
    const { page, faults } = await opened('/holders');
    await page.getByRole('heading', { name: /not found|no such page|nothing here/i }).waitFor();
    expect(faults).toEqual([]);
  });

  it('has no word of the issuer interface on its screens', async () => {
    const { page, faults } = await opened('/');
    expect(await strangeWordsOn(page, 'mediation')).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('shows the keys of seals and tokens', async () => {
    const { page, faults } = await opened('/keys');
    await page.getByRole('tab').first().waitFor();
    expect(await page.getByRole('tab').count()).toBe(2);
    expect(faults).toEqual([]);
  });
});

describe("The operators' console of a server without the mediation interface", () => {
  const { world, operator } = useGuardedWorld(
    { ...WITH_CONSOLES, interfaces: ['issuer'] },
    { ada: 'administrator' },
  );

  it('has no word of the mediation interface on its screens, and invites users by their role', async () => {
    const { page, faults } = await openVisit(browser, `${world().server.adminUrl}/console/`, {
      now: world().now(),
    });
    await signIn(page, { email: operator('ada').email, password: PASSWORD });
    expect(await strangeWordsOn(page, 'issuer')).toEqual([]);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').waitFor();
    expect(strangeWords((await dialog.textContent()) ?? '', 'issuer')).toEqual([]);
    expect(faults).toEqual([]);
  });
});
