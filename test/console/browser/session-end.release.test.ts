import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastOf } from '../../../console/src/kit/last-of.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { startChromium } from '../../support/chromium.ts';
import { newUser } from '../../support/operator.ts';
import { newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { chooseRare, moreOf } from './support/more.ts';
import { openVisit, signIn, signOut, type Visit } from './support/visit.ts';

const MINUTE = 60_000;
const ADA = { email: 'ada@example.com', password: PASSWORD };

/** Sessions end after 15 minutes without use, and after an hour. */
const world = useWorld({ settings: { ...WITH_CONSOLES, 'console.absoluteHours': 1 } });
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
  await newUser(world(), ADA.email, 'administrator');
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

/** A signed-in page in a browser whose clock follows that of the server. */
async function signedIn(path = '/holders'): Promise<Visit> {
  const address = `${world().server.adminUrl}/console${path}`;
  const visit = await openVisit(browser, address, { now: world().now() });
  await signIn(visit.page, ADA);
  return visit;
}

/**
 * Moves the clock of the server, then that of the page. A request that the person caused and that arrives after it
 * moved would extend the session.
 */
async function pass({ page, waiting }: Visit, milliseconds: number): Promise<void> {
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  world().advance(milliseconds);
  await page.clock.fastForward(milliseconds);
}

const warning = ({ page }: Visit) => page.getByRole('dialog', { name: 'You will be signed out soon' });
const question = ({ page }: Visit) => page.getByRole('dialog', { name: 'Sign in again' });
const field = ({ page }: Visit) => page.locator('main form input[type=text]').first();

describe('An unused session', () => {
  it('two minutes before an unused session ends, a warning appears, and one press extends the session', async () => {
    const visit = await signedIn();
    await pass(visit, 12 * MINUTE);
    expect(await warning(visit).count()).toBe(0);
    await pass(visit, MINUTE);
    await warning(visit).waitFor();
    await visit.page.locator('dialog[open] :focus').waitFor();
    await visit.page.keyboard.press('Enter');
    await warning(visit).waitFor({ state: 'detached' });
    await pass(visit, 12 * MINUTE);
    await visit.page.getByRole('link', { name: 'Reviews' }).click();
    await visit.page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor();
    expect(await question(visit).count()).toBe(0);
    expect(visit.faults).toEqual([]);
    await visit.context.close();
  });

  it('when a session has ended, the user signs in again over the page, and typed text stays', async () => {
    const visit = await signedIn('/explain');
    await field(visit).fill('typed-1-before-the-end');
    await pass(visit, 14 * MINUTE);
    await warning(visit).waitFor();
    await pass(visit, 2 * MINUTE);
    await question(visit).waitFor();
    expect(await warning(visit).count()).toBe(0);
    expect(await field(visit).inputValue()).toBe('typed-1-before-the-end');
    await visit.page.getByLabel('Password').fill(PASSWORD);
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await question(visit).waitFor({ state: 'detached' });
    expect(await field(visit).inputValue()).toBe('typed-1-before-the-end');
    await field(visit).press('Enter');
    await visit.page.waitForURL(/typed/);
    expect(visit.faults).toEqual([]);
    await visit.context.close();
  });

  it('data that a page reloads automatically do not extend the session', async () => {
    const visit = await signedIn('/');
    // The page asks for more once it is shown, and what a person causes does extend the session.
    await visit.page.waitForLoadState('networkidle');
    const polled = visit.page.waitForResponse((answer) => {
      const { 'x-diptych-background': background } = answer.request().headers();
      return background === '1' && answer.status() === 200;
    });
    await pass(visit, 8 * MINUTE);
    await polled;
    await pass(visit, 6 * MINUTE);
    await warning(visit).waitFor();
    await pass(visit, 2 * MINUTE);
    await question(visit).waitFor();
    await visit.context.close();
  });
});

describe('A session that is used', () => {
  it('a session that is used continues without a warning', async () => {
    const visit = await signedIn();
    const { page } = visit;
    for (const name of ['Reviews', 'Holders', 'Reviews']) {
      await pass(visit, 10 * MINUTE);
      const answered = page.waitForResponse(
        (answer) => answer.headers()['x-diptych-session-end'] !== undefined,
      );
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await answered;
      expect(await warning(visit).count()).toBe(0);
    }
    await pass(visit, 12 * MINUTE);
    expect(await warning(visit).count()).toBe(0);
    expect(await question(visit).count()).toBe(0);
    await visit.context.close();
  });
});

describe('A session that reached its maximum duration', () => {
  it('a session ends at its maximum duration even if it is used, and a new one can begin before', async () => {
    const visit = await signedIn();
    for (let count = 0; count < 4; count += 1) {
      await pass(visit, 13 * MINUTE);
      await visit.page.getByRole('button', { name: 'Stay signed in' }).click();
      await warning(visit).waitFor({ state: 'detached' });
    }
    await field(visit).fill('typed before the end');
    await pass(visit, 7 * MINUTE);
    await warning(visit).getByText('because a session has a longest time').waitFor();
    await warning(visit).getByRole('button', { name: 'Sign in again' }).click();
    await question(visit).waitFor();
    await visit.page.getByLabel('Password').fill(PASSWORD);
    await visit.page.getByRole('button', { name: 'Sign in' }).click();
    await question(visit).waitFor({ state: 'detached' });
    await pass(visit, 5 * MINUTE);
    expect(await warning(visit).count()).toBe(0);
    expect(await field(visit).inputValue()).toBe('typed before the end');
    expect(visit.faults).toEqual([]);
    await visit.context.close();
  });
});

describe('After signing out', () => {
  it('after signing out, the Back button shows no earlier data', async () => {
    const visit = await signedIn();
    const { page, context } = visit;
    await page.getByRole('heading', { name: 'Holders', exact: true }).waitFor();
    const origin = world().server.adminUrl;
    await page.goto(`${origin}/`);
    const other = await context.newPage();
    await other.goto(`${origin}/console/`);
    await signOut(other);
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('#content').count()).toBe(0);
    await context.close();
  });

  it('a page that returns from the cache of the browser asks the server again who is signed in', async () => {
    const visit = await signedIn();
    const { page, context } = visit;
    await page.getByRole('heading', { name: 'Holders', exact: true }).waitFor();
    await callAdmin(world().connection, 'signOutUser', { user: ADA.email });
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('#content').count()).toBe(0);
    await context.close();
  });
});

describe('A final action in the console', () => {
  it('a final action shows its consequences first, and asks for the password when it is sent', async () => {
    const id = await newHolder(world());
    const visit = await signedIn(`/holders/${id}`);
    const { page } = visit;
    await moreOf(page).waitFor();
    await pass(visit, 13 * MINUTE);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await warning(visit).waitFor({ state: 'detached' });
    await pass(visit, 3 * MINUTE);
    await chooseRare(page, 'Erase');
    const consequences = page.getByRole('dialog', { name: /^Erase / });
    await consequences.getByText('This cannot be undone. It:').waitFor();
    expect(await consequences.getByRole('listitem').allInnerTexts()).not.toContainEqual(
      expect.stringMatching(/\b0\b/),
    );
    await consequences.getByRole('textbox').fill(lastOf(id));
    await consequences.getByRole('button', { name: 'Erase' }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'The holder is erased' }).waitFor();
    await page.locator('dt', { hasText: 'Unreadable in backups from' }).locator('+ dd time').waitFor();
    // The key of the seals, which signs receipts, is made by the first seal.
    await world().server.context.sealLog();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download signed receipt' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^receipt-erased-.*\.json$/);
    expect(visit.faults).toEqual([]);
    await visit.context.close();
  });
});

describe('A session that an administrator ends', () => {
  it('a session that an administrator ended leaves the list of sessions, and its browser asks to sign in', async () => {
    const bo = { email: 'bo@example.com', password: PASSWORD };
    const id = await newUser(world(), bo.email, 'viewer');
    const address = `${world().server.adminUrl}/console/holders`;
    const other = await openVisit(browser, address, { now: world().now() });
    await signIn(other.page, bo);
    const visit = await signedIn(`/users/${id}`);
    const main = visit.page.locator('main');
    await main.getByText(/^Chrome \d+, /).waitFor();
    await main.getByRole('button', { name: 'End session' }).click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await main.getByText('The user is signed in to no console.').waitFor();
    await other.page.getByRole('link', { name: 'Reviews' }).click();
    await question(other).waitFor();
    expect([...visit.faults, ...other.faults]).toEqual([]);
    for (const { context } of [visit, other]) await context.close();
  });
});
