import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activeKey } from '../../keys/support/keys.ts';
import { startChromium } from '../../support/chromium.ts';
import { newUser } from '../../support/operator.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { openVisit, signIn } from './support/visit.ts';

const DAY = 86_400_000;
const EMAIL = 'ada@example.com';

const world = useWorld({ settings: WITH_CONSOLES });
let browser: Browser;
let end: number;
beforeAll(async () => {
  browser = await startChromium();
  await newUser(world(), EMAIL, 'administrator');
  end = Date.parse((await activeKey(world(), 'iaca')).notAfterTime);
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

/** Opens *Today* so many days before the end of the root; all other keys have ended long ago. */
async function today(days: number) {
  world().advance(end - days * DAY - world().now());
  const { page, context } = await openVisit(browser, `${world().server.adminUrl}/console/`, {
    now: world().now(),
  });
  await signIn(page, { email: EMAIL, password: PASSWORD });
  const card = (text: string | RegExp) => page.locator('.need').filter({ hasText: text });
  await card('The identity key ended').waitFor();
  // They come last, with the findings.
  await card(/checks? warns?/).waitFor();
  return { card, context };
}

describe('Today, before a root ends', () => {
  it('has the failed check of the root beside the cards of other keys', async () => {
    const { card, context } = await today(75);
    await card('add a new root').getByText('ends in 75 days').waitFor();
    expect(await card('has ended').count()).toBe(0);
    await context.close();
  });

  it('has one card for the root, which is replaced and not rotated, in the last 60 days', async () => {
    const { card, context } = await today(50);
    expect(await card('The root key ends').textContent()).toContain('Add a new root.');
    expect(await card('ends in 50 days').count()).toBe(0);
    await context.close();
  });
});
