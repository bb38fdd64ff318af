import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { startChromium } from '../../support/chromium.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { openVisit } from './support/visit.ts';

const world = useWorld({ startAt: Date.now(), settings: WITH_CONSOLES });
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

describe('The address that diptych console prints before there is an administrator', () => {
  let address: string;

  it('the printed address lets a person become the first administrator, and its code leaves the address bar', async () => {
    ({ url: address } = await callAdmin(world().connection, 'startConsole', {}));
    const { page, context, faults } = await openVisit(browser, address);
    await page.getByRole('heading', { name: 'Create the first administrator' }).waitFor();
    expect(page.url()).toBe(`${world().server.adminUrl}/console/`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    await page.locator('.person-name', { hasText: /^Ada$/ }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('an address that was used already does not sign in again, and shows why above the sign-in form', async () => {
    const { page, context, faults } = await openVisit(browser, address);
    await page.getByRole('alert').getByText('This address has been used').waitFor();
    await page.getByLabel('Password').waitFor();
    expect(await page.locator('#content').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
