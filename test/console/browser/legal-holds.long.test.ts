import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { startChromium } from '../../support/chromium.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { signedInAgain } from '../../support/operator.ts';
import { mdl } from '../../support/records.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { approveWaiting } from './support/approve-waiting.ts';
import { pressByKeys, tabTo } from './support/keys.ts';
import { openVisit, signIn, type Visit } from './support/visit.ts';

const MINUTE = 60_000;
const { world, operator } = useGuardedWorld(
  { ...WITH_CONSOLES, 'admin.secondPerson': ['holders'] },
  { ada: 'approver', bob: 'approver', vera: 'viewer' },
);

/** Signs in on the screen, in a browser with the time of the server. */
async function signedIn(name: string): Promise<Visit> {
  const address = `${world().server.adminUrl}/console/holds`;
  const visit = await openVisit(browser, address, { now: world().now() });
  await signIn(visit.page, { email: operator(name).email, password: PASSWORD });
  return visit;
}

let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await startChromium();
  visit = await signedIn('ada');
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

const holds = async () => (await callAdmin(world().connection, 'listHolds', {})).holds;

describe('With the keyboard alone', () => {
  it('with the keyboard alone, an approver places a legal hold on a span of time, which a second person approves', async () => {
    const { page, faults } = visit;
    await page.keyboard.type('go');
    await page.getByText('No legal hold yet').waitFor();
    await pressByKeys(page, page.locator('main').getByRole('button', { name: 'Place a hold' }));
    const dialog = page.getByRole('dialog', { name: 'Place a legal hold' });
    await tabTo(page, dialog.getByLabel('Hold on'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, dialog.getByLabel('First day'));
    await page.keyboard.type('01012026');
    await tabTo(page, dialog.getByLabel('Last day'));
    await page.keyboard.type('03032026');
    const reason = dialog.getByLabel('Reason');
    await tabTo(page, reason);
    expect(await reason.inputValue()).toBe('');
    for (const _ of ['litigation', 'investigation']) await page.keyboard.press('ArrowDown');
    await tabTo(page, dialog.getByLabel('Day of review'));
    await page.keyboard.type('02022099');
    await pressByKeys(page, dialog.getByRole('button', { name: 'Place a hold' }));
    await dialog.getByRole('link').waitFor();
    expect(await holds()).toEqual([]);
    await approveWaiting(page, 'Place a legal hold', [world(), operator('bob')]);
    await page.getByRole('row').getByText('Investigation').waitFor();
    await page.getByRole('columnheader', { name: 'Placed by' }).waitFor();
    await page.getByRole('cell', { name: 'You', exact: true }).waitFor();
    expect(await holds()).toMatchObject([
      {
        placedBy: operator('ada').id,
        startTime: '2026-01-01T00:00:00.000Z',
        endTime: '2026-03-04T00:00:00.000Z',
        reason: 'investigation',
        reviewTime: '2099-02-02T00:00:00.000Z',
      },
    ]);
    expect(faults).toEqual([]);
  });

  it('a viewer sees the holds, and neither places nor lifts one', async () => {
    const { page, faults, context } = await signedIn('vera');
    await page.getByRole('row').getByText('Investigation').waitFor();
    expect(
      await page
        .locator('main')
        .getByRole('button', { name: /^(Place|Lift)/ })
        .count(),
    ).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('with the keyboard alone, an approver lifts a legal hold, after the console asked for the password again', async () => {
    const { page, faults } = visit;
    const [hold] = await holds();
    for (const _ of [1, 2]) {
      world().advance(8 * MINUTE);
      await page.reload();
      await page.getByRole('row').getByText('Investigation').waitFor();
    }
    await pressByKeys(page, page.getByRole('button', { name: `Lift ${hold!.id}` }));
    const dialog = page.getByRole('dialog', { name: 'Lift this hold' });
    await pressByKeys(page, dialog.getByRole('button', { name: 'Lift the hold' }));
    await page.locator('dialog input[type=password]:focus').waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: 'See the request' }).waitFor();
    expect((await holds())[0]).not.toHaveProperty('liftTime');
    await approveWaiting(page, 'Lift this hold', [world(), operator('bob')]);
    await page.getByRole('row').getByText('○ lifted').waitFor();
    expect(await page.getByRole('button', { name: /^Lift/ }).count()).toBe(0);
    expect((await holds())[0]).toHaveProperty('liftTime');
    expect(faults).toEqual([]);
  });
});

describe('An import that was approved', () => {
  it('the person who asked is told on the first screen, and the request says until when and where to send it again', async () => {
    const { page, faults } = visit;
    const ada = await signedInAgain(world(), operator('ada'));
    const request = { holders: [{ id: 'h-approved', elements: mdl() }] };
    await expect(callAdmin(ada.connection, 'importHolders', request)).rejects.toThrow();
    const bob = await signedInAgain(world(), operator('bob'));
    const { approvals } = await callAdmin(bob.connection, 'listApprovals', { state: 'awaited' });
    expect(approvals).toMatchObject([{ method: 'importHolders' }]);
    await callAdmin(bob.connection, 'approveApproval', { id: approvals[0]!.id });
    await page.goto(`${world().server.adminUrl}/console/`);
    const need = page.getByRole('listitem').filter({ hasText: '1 of your requests was approved' });
    await need.getByRole('link', { name: 'See approvals' }).click();
    await page.getByRole('row').getByRole('link', { name: 'Import holders' }).click();
    await page.getByText('Approved: send it again').waitFor();
    const { expireTime } = await callAdmin(bob.connection, 'getApproval', { id: approvals[0]!.id });
    await page.locator(`main time[datetime="${expireTime}"]`).first().waitFor();
    await page.getByRole('link', { name: 'Import the same file' }).click();
    await page.waitForURL('**/holders/import');
    expect(faults).toEqual([]);
  });
});
