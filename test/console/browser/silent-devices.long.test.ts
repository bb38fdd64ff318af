import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import type { AwaitsApproval } from '../../../src/client/errors.ts';
import { DAY, MINUTE } from '../../../src/conventions/time.ts';
import { activeKey } from '../../keys/support/keys.ts';
import { startChromium } from '../../support/chromium.ts';
import { activePhone, type Phone } from '../../support/devices.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { signedInAgain } from '../../support/operator.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { approveWaiting } from './support/approve-waiting.ts';
import { axeFindings } from './support/axe.ts';
import { pressByKeys, tabTo } from './support/keys.ts';
import { sidewaysAt } from './support/layout.ts';
import { openVisit, signIn, type Visit } from './support/visit.ts';

const { world, operator } = useGuardedWorld(
  { ...WITH_CONSOLES, 'admin.secondPerson': ['credentials', 'keys'], 'issuer.msoValidityDays': 2 },
  { ada: 'administrator', bob: 'administrator', vera: 'viewer' },
);

let browser: Browser;
let visit: Visit;
let silent: Phone;
let other: Phone;

/** Signs in on the screen, in a browser with the time of the server. */
async function signedIn(name: string, screen: string): Promise<Visit> {
  const address = `${world().server.adminUrl}/console/${screen}`;
  const opened = await openVisit(browser, address, { now: world().now() });
  await signIn(opened.page, { email: operator(name).email, password: PASSWORD });
  return opened;
}

beforeAll(async () => {
  browser = await startChromium();
  silent = await activePhone(world());
  world().advance(4 * DAY);
  other = await activePhone(world());
  visit = await signedIn('ada', 'devices');
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

/** The last proof of the password is too old now. */
async function wait(page: Page): Promise<void> {
  for (const _ of [1, 2]) {
    world().advance(8 * MINUTE);
    await page.reload();
    await page.locator('main').getByRole('row').nth(1).waitFor();
  }
}

async function prove(page: Page): Promise<void> {
  await page.locator('dialog input[type=password]:focus').waitFor();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
}

/** The dialog on a desk, light, and on a phone, dark. */
async function judge(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [375, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysAt(page)).toEqual([]);
  }
}

const credential = () => callAdmin(world().connection, 'getCredential', { id: silent.ids.credentialId });

describe('Silent devices (U9)', () => {
  it('with the keyboard alone, an administrator releases a silent device, after the console asked for the password again and a second person approved', async () => {
    const { page, faults } = visit;
    const tab = page.getByRole('tab', { name: 'All devices' });
    await tab.waitFor();
    await tabTo(page, tab);
    await page.keyboard.press('ArrowRight');
    const release = page.getByRole('button', { name: /^Release the device of / });
    await release.waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await wait(page);
    await pressByKeys(page, release);
    const dialog = page.getByRole('dialog', { name: /^Release .*’s device/ });
    await dialog.waitFor();
    await judge(page);
    await pressByKeys(page, dialog.getByRole('button', { name: 'Revoke and release' }));
    await prove(page);
    await approveWaiting(page, /^Release .*’s device/, [world(), operator('bob')]);
    await page.getByText('No device is silent').waitFor();
    expect(await credential()).toMatchObject({ state: 'revoked' });
    expect(faults).toEqual([]);
  });
});

describe('A request that a second person approved', () => {
  it('names the holder who was revoked, not the credentials that this revoked too', async () => {
    const { page, faults } = visit;
    const { holderId } = other;
    const ada = await signedInAgain(world(), operator('ada'));
    const bob = await signedInAgain(world(), operator('bob'));
    await expect(callAdmin(bob.connection, 'revokeHolder', { id: holderId })).rejects.toThrow();
    const { approvals } = await callAdmin(ada.connection, 'listApprovals', { state: 'awaited' });
    const { id } = approvals[0]!;
    await callAdmin(ada.connection, 'approveApproval', { id });
    await page.goto(`${world().server.adminUrl}/console/approvals/${id}`);
    const target = page.locator('dt:text-is("Target") + dd');
    await target.locator(`a[href$="/holders/${holderId}"]`).waitFor();
    expect(faults).toEqual([]);
  });

  it('is in the audit log of the second person with “approved by you”', async () => {
    const { page } = visit;
    await page.goto(`${world().server.adminUrl}/console/audit-log?subject=holder&event=revoke`);
    await page.locator('.log-row').first().getByRole('button', { name: 'Details' }).click();
    const by = page.getByRole('dialog').locator('dt:text-is("By") + dd');
    expect(await by.textContent()).toMatch(/^Bob, approved by you$/);
  });
});

describe('A compromised key', () => {
  it('with the keyboard alone, an administrator reports a compromised key, after the console asked for the password again and a second person approved', async () => {
    const { page, faults } = visit;
    const { id } = await activeKey(world(), 'documentSigner');
    await page.goto(`${world().server.adminUrl}/console/keys`);
    await wait(page);
    const row = page.getByRole('row').filter({ hasText: 'Document signer' }).filter({ hasText: 'active' });
    await pressByKeys(page, row.getByRole('button', { name: 'Details' }));
    const details = page.getByRole('dialog', { name: 'Document signer' });
    await pressByKeys(page, details.getByRole('button', { name: 'Report a compromise' }));
    const dialog = page.getByRole('dialog', { name: 'Report a compromise: Document signer' });
    const report = dialog.getByRole('button', { name: 'Report as compromised' });
    await tabTo(page, dialog.getByLabel('First day'));
    await page.keyboard.type('01012099');
    await dialog.getByText('This day is in the future.').waitFor();
    await tabTo(page, dialog.getByLabel('to confirm'));
    await page.keyboard.type(id.slice(-4));
    expect(await report.isDisabled()).toBe(true);
    await judge(page);
    await tabTo(page, dialog.getByLabel('First day'));
    await page.keyboard.type('11212026');
    await pressByKeys(page, report);
    await prove(page);
    await approveWaiting(page, 'Report a compromise: Document signer', [world(), operator('bob')]);
    const box = page.getByRole('region', { name: 'Compromised key: Document signer' });
    await box.getByText('Forged documents possible until').waitFor();
    const { sinceTime } = await callAdmin(world().connection, 'getKeyCompromise', { id });
    expect(sinceTime).toBe('2026-11-21T00:00:00.000Z');
    expect((await activeKey(world(), 'documentSigner')).id).not.toBe(id);
    expect(faults).toEqual([]);
  });

  it('a rotation whose end waits for a second person has the request, and its refusal the reason', async () => {
    const { page, faults } = visit;
    const ada = (await signedInAgain(world(), operator('ada'))).connection;
    const bob = (await signedInAgain(world(), operator('bob'))).connection;
    const asked = async (finish: boolean) => {
      const answer = callAdmin(ada, 'rotateKey', { role: 'identity', ...(finish && { finish }) });
      const error = await answer.catch((cause: unknown) => cause);
      return (error as AwaitsApproval).approval.id;
    };
    await callAdmin(bob, 'approveApproval', { id: await asked(false) });
    const id = await asked(true);
    await page.goto(`${world().server.adminUrl}/console/keys`);
    const box = page.getByRole('region', { name: 'Rotation under way: Identity' });
    await box.getByText('The request to finish this rotation waits for approval.').waitFor();
    expect(await box.getByRole('button', { name: 'Finish rotation' }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await box.getByRole('link', { name: 'See the request' }).click();
    const title = page.getByRole('heading', { level: 1 });
    await title.getByText('Finish the rotation of the identity key').waitFor();
    await callAdmin(bob, 'refuseApproval', { id, reason: 'incorrect' });
    await page.reload();
    await title.getByText('Rotate a key', { exact: true }).waitFor();
    const facts = page.locator('main dl');
    await facts.getByText('Reason of the refusal').waitFor();
    await facts.getByText('Incorrect').waitFor();
    expect(faults).toEqual([]);
  });

  it('a viewer sees silent devices and keys, and neither releases nor reports one', async () => {
    const { page, faults, context } = await signedIn('vera', 'keys');
    await page.getByRole('row').getByText('Document signer').first().waitFor();
    await page.getByRole('button', { name: 'Details' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Download PEM' }).waitFor();
    expect(await page.getByRole('button', { name: 'Report a compromise' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.goto(`${world().server.adminUrl}/console/devices?tab=silent`);
    await page.getByText('No device is silent').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
