import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { pressByKeys, tabTo, typeByKeys } from './support/keys.ts';
import { type ConsoleName, type ConsoleStage, openStage, type Visit } from './support/stage.ts';

const MINUTE = 60_000;

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage({ asksSecondPerson: true });
});
afterAll(() => stage?.close());

const admin = () => stage.server.operator;
const button = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true });

/** Uses only the keyboard, starting at the sign-in form, which has the focus. */
async function signInByKeys(console: ConsoleName): Promise<Visit> {
  const visit = await stage.visit(console);
  const { page } = visit;
  const { email, password } = stage.users[console];
  await page.locator('form input:focus').waitFor();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.locator('#content').waitFor();
  return visit;
}

/** The dialog that asks for the password already has the focus. */
async function proveByKeys(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  await page.locator('dialog input[type=password]:focus').waitFor();
  await page.keyboard.type(stage.users.operators.password);
  await page.keyboard.press('Enter');
}

describe('With the keyboard alone', () => {
  it('with the keyboard alone, an administrator revokes a credential, after the console asked for the password again', async () => {
    const { page, context, faults } = await signInByKeys('operators');
    const { credentials } = await callAdmin(admin(), 'listCredentials', { holderId: 'applicant-11' });
    const { id } = credentials[0]!;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(':revoke')) asked.push(request.postData() ?? '');
    });
    stage.advance(10 * MINUTE);
    await page.keyboard.type('gc');
    await page.getByRole('heading', { name: 'Credentials', exact: true }).waitFor();
    await pressByKeys(page, page.locator(`main a[href$="/credentials/${id}"]`).first());
    stage.advance(6 * MINUTE);
    await pressByKeys(page, button(page, 'Revoke'));
    const dialog = page.getByRole('dialog', { name: /^Revoke .*licence\?$/ });
    await tabTo(page, dialog.getByRole('combobox'));
    await page.keyboard.press('ArrowDown');
    await typeByKeys(page, dialog.getByLabel(`Type ${id.slice(-4)} to confirm`), id.slice(-4));
    await page.keyboard.press('Enter');
    await proveByKeys(page);
    await page.getByText('Revoked.').waitFor();
    expect((await callAdmin(admin(), 'getCredential', { id })).state).toBe('revoked');
    expect(asked).toHaveLength(2);
    expect(asked[1]).toBe(asked[0]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('with the keyboard alone, an administrator comes from a key to the request for its rotation', async () => {
    const { page, context, faults } = await signInByKeys('operators');
    await page.keyboard.type('gk');
    const row = page.getByRole('row', { name: /^Document signer/ });
    const link = row.getByRole('link', { name: 'waits for approval' });
    await link.waitFor();
    // The step is still due.
    await row.getByText('rotate now').waitFor();
    expect(await row.getByRole('button', { name: 'Start rotation' }).count()).toBe(0);
    await pressByKeys(page, button(page, 'Rotate a key'));
    const dialog = page.getByRole('dialog', { name: 'Rotate a key' });
    // The dialog begins with the key that is due, although its rotation waits for approval.
    expect(await dialog.getByLabel('Key').inputValue()).toBe('documentSigner');
    await dialog.getByText('rotate now').waitFor();
    await dialog.getByText('A request for this rotation waits for approval.').waitFor();
    expect(await dialog.getByText('No rotation of this key').count()).toBe(0);
    const start = dialog.getByRole('button', { name: 'Start rotation' });
    expect(await start.isDisabled()).toBe(true);
    await dialog.getByLabel('Key').selectOption('Status signer');
    await dialog.getByText(/rotate by \d/i).waitFor();
    await dialog.getByText('No rotation of this key is under way.').waitFor();
    expect(await start.isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await pressByKeys(page, link);
    await page.getByRole('heading', { name: 'Rotate the document signer key' }).waitFor();
    await page.getByText('The server makes the next key').waitFor();
    await page.getByText(/^The key ends on .*; its rotation has been due since /).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('the dialog of a rotation starts nothing before it knows what waits, and stays with its key', async () => {
    const { page, context, faults } = await stage.signedIn('operators', { now: Date.now() });
    const read = Promise.withResolvers<void>();
    await page.route('**/approvals?*', async (route) => {
      await read.promise;
      await route.continue();
    });
    await page.goto(`${stage.urls.operators}/console/keys`);
    await button(page, 'Rotate a key').click();
    const dialog = page.getByRole('dialog', { name: 'Rotate a key' });
    const start = dialog.getByRole('button', { name: 'Start rotation' });
    const chosen = () => dialog.getByLabel('Key').inputValue();
    expect(await chosen()).toBe('documentSigner');
    await dialog.getByLabel('Key').selectOption('Status signer');
    expect(await start.isDisabled()).toBe(true);
    read.resolve();
    await expect.poll(() => start.isEnabled()).toBe(true);
    expect(await chosen()).toBe('statusSigner');
    // Another person begins this rotation meanwhile.
    const { keys, ...rest } = await callAdmin(admin(), 'listKeys', {});
    const active = keys.find(({ role }) => role === 'statusSigner')!;
    const json = { ...rest, keys: [...keys, { ...active, id: 'AB', stage: 'next' }] };
    await page.route('**/admin/v1/keys', (route) =>
      route.fulfill({ json, headers: { 'cache-control': 'no-store' } }),
    );
    await page.clock.fastForward(MINUTE);
    await dialog.getByRole('button', { name: 'Finish rotation' }).waitFor();
    expect(await chosen()).toBe('statusSigner');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('with the keyboard alone, an administrator enters the password and approves a request of another one', async () => {
    const { page, context, faults } = await signInByKeys('operators');
    const { approvals } = await callAdmin(admin(), 'listApprovals', { state: 'awaited' });
    const { id } = approvals[0]!;
    stage.advance(10 * MINUTE);
    await page.keyboard.type('ga');
    await pressByKeys(page, page.getByRole('link', { name: 'Rotate the document signer key' }));
    await button(page, 'Approve').waitFor();
    stage.advance(6 * MINUTE);
    await pressByKeys(page, button(page, 'Approve'));
    const dialog = page.getByRole('dialog', { name: 'Approve this request?' });
    await dialog.getByText('Ivy').first().waitFor();
    // A single key does not approve: the focus starts on a control that changes nothing.
    expect(await dialog.locator(':focus').innerText()).toBe('Cancel');
    await pressByKeys(page, dialog.getByRole('button', { name: 'Approve', exact: true }));
    await proveByKeys(page);
    await page.getByText('Approved and done.').waitFor();
    expect((await callAdmin(admin(), 'getApproval', { id })).state).toBe('done');
    // The request was erased when it ran; the audit log still says what it was about.
    await page.locator('dt:text-is("Target") + dd').getByText('Document signer').waitFor();
    await page.getByText('to rotate the document signer key was done').waitFor();
    // People are named in one form, and the reader is You.
    await page.locator('main dd').getByRole('link', { name: 'Ivy', exact: true }).waitFor();
    await page.locator('main dd').getByText('You', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('with the keyboard alone, an ad-ops engineer signs in and changes the CPM of a line', async () => {
    const { page, context, faults } = await signInByKeys('mediation');
    await pressByKeys(page, page.getByRole('link', { name: 'Main menu, Android' }));
    await typeByKeys(page, page.getByLabel('CPM of AppLovin in US dollars'), '0.55');
    await page.keyboard.press('Control+s');
    const preview = page.getByRole('dialog', { name: 'What will change' });
    await preview.getByText('0.42').first().waitFor();
    await preview.getByText('0.55').first().waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    await pressByKeys(page, page.getByRole('link', { name: 'Changes', exact: true }));
    const newest = page.locator('main').getByRole('listitem').first();
    await newest.filter({ hasText: 'You changed the group Main menu, Android' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
