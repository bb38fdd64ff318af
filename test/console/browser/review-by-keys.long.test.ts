import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { lastDays } from '../../../src/demo/consoles/queue.ts';
import { narrator } from '../../../src/demo/narrator.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
  const { server, users } = stage;
  const silent = narrator(false, () => {});
  server.moments.push(...lastDays(server, users.operators, silent));
  await server.passDay();
});
afterAll(() => stage?.close());

const WAITING = 20;
/** How long a decision waits for the next request, in milliseconds. */
const LATEST = 2000;

/**
 * Works with single keys; Enter submits the current form. Most proofings are accepted, as on a normal working
 * day.
 */
const DECISIONS = [
  { state: 'accepted', keys: ['a', 'Enter'] },
  { state: 'rejected', keys: ['r', '2', 'Enter'] },
  { state: 'accepted', keys: ['a', 'Enter'] },
  { state: 'challenged', keys: ['c', 'ArrowDown', 'Enter'] },
  { state: 'accepted', keys: ['a', 'Enter'] },
] as const;

const waiting = async () => {
  const { proofings } = await callAdmin(stage.server.operator, 'listProofings', { state: 'pending' });
  return proofings;
};

describe('With the keyboard alone', () => {
  it('with the keyboard alone, an operator signs in and decides twenty proofings', async () => {
    expect(await waiting()).toHaveLength(WAITING);
    const { email, password } = stage.users.operators;
    const { context, page, faults } = await stage.visit('operators');
    const { keyboard } = page;
    // A decision reaches the server after the request for the next proofing. The last decision has none behind it.
    await page.route(/:(accept|reject|challenge)$/, async (route) => {
      if (!route.request().postDataJSON().validateOnly)
        await page.waitForRequest(/:claimNext$/, { timeout: LATEST }).catch(() => {});
      await route.continue().catch(() => {});
    });
    await page.getByLabel('Email').waitFor();
    await keyboard.type(email);
    await keyboard.press('Tab');
    await keyboard.type(password);
    await keyboard.press('Enter');
    await page.locator('#content').waitFor();

    await keyboard.type('gr');
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor();
    await page.getByRole('button', { name: /^Open next/ }).waitFor();
    await keyboard.press('n');
    const wanted = new Map<string, string>();
    for (let count = 0; count < WAITING; count += 1) {
      await page.waitForURL(/\/reviews\/.+/);
      const address = page.url();
      const { state, keys } = DECISIONS[count % DECISIONS.length]!;
      wanted.set(address.split('/').at(-1)!, state);
      const accept = page.getByRole('button', { name: /^Accept/ });
      await accept.first().waitFor();
      await page
        .getByText(/applicant-\d\d/)
        .first()
        .waitFor();
      const [opens, ...rest] = keys;
      await keyboard.press(opens);
      await page.locator('form :focus').waitFor();
      if (opens !== 'a') {
        // No reason is chosen yet, so nothing can be sent.
        expect(await page.locator('form :checked').count()).toBe(0);
        await page.locator('form button[type=submit]:disabled').waitFor();
        const missing = opens === 'r' ? 'reason' : 'what the person must do';
        await page.getByText(`Still missing: ${missing}`, { exact: true }).waitFor();
      }
      for (const key of rest) {
        if (key === 'Enter') await page.locator('form button[type=submit]:enabled').waitFor();
        await keyboard.press(key);
      }
      await page.waitForFunction((before) => location.href !== before, address);
    }
    await page.getByText('No proofing is waiting').waitFor();
    // The last decision can be undone for some seconds.
    await expect.poll(waiting).toEqual([]);
    for (const [id, state] of wanted)
      expect((await callAdmin(stage.server.operator, 'getProofing', { id })).state).toBe(state);
    expect(wanted.size).toBe(WAITING);
    expect(faults).toEqual([]);
    await context.close();
  });
});
