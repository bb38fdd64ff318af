import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../support/chromium.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { openVisit, signIn, type Visit } from './support/visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

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

  it('shows the keys of seals and tokens', async () => {
    const { page, faults } = await opened('/keys');
    await page.getByRole('tab').first().waitFor();
    expect(await page.getByRole('tab').count()).toBe(2);
    expect(faults).toEqual([]);
  });
});
