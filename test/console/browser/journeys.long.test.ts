import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

describe('A person opens the address that the demo prints', () => {
  it('in the demo, an operator rejects, challenges and accepts a proofing, finds a holder and revokes a credential', async () => {
    const { page, context, faults } = await stage.open('operators');
    const { operator } = stage.server;
    const decided: string[] = [];
    const opened = async () => {
      await page.waitForURL(/\/reviews\/[^/]+$/);
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      await page.locator('main form').waitFor({ state: 'detached' });
      await page
        .locator('main')
        .getByRole('button', { name: /^Accept/ })
        .first()
        .waitFor();
      decided.push(id);
    };
    const press = (name: RegExp) => page.locator('main').getByRole('button', { name }).first().click();
    const send = (name: RegExp) => page.locator('form').getByRole('button', { name }).click();
    /** The page shows the next proofing without a click. */
    const said = async (text: string) => {
      await page.getByText(text).first().waitFor();
      await page.waitForFunction((id) => !location.href.endsWith(id), decided.at(-1)!);
    };

    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
    expect(page.url()).not.toContain('code=');
    await page.getByRole('link', { name: 'Reviews', exact: true }).click();
    await press(/^Open next/);

    await opened();
    await press(/^Reject/);
    await page.getByLabel('Evidence does not match the record').check();
    await send(/^Reject/);
    await said(': rejected.');

    await opened();
    await press(/^Challenge/);
    await page.getByLabel('Visit an office').check();
    await send(/^Challenge/);
    await said(': challenged.');

    await opened();
    await press(/^Accept/);
    await send(/^Accept/);
    await said(': accepted.');

    // The last decision can be undone for some seconds.
    const states = async () => {
      const proofings = await Promise.all(decided.map((id) => callAdmin(operator, 'getProofing', { id })));
      return proofings.map(({ state }) => state);
    };
    await expect.poll(states, { timeout: 10_000 }).toEqual(['rejected', 'challenged', 'accepted']);

    await page.getByRole('link', { name: 'Holders', exact: true }).click();
    await page.getByLabel('Search by').selectOption('number');
    await page.getByLabel('Document number', { exact: true }).last().fill('DX0050011');
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('tab', { name: 'Timeline' }).waitFor();
    const { credentials } = await callAdmin(operator, 'listCredentials', { holderId: 'applicant-11' });
    const { id } = credentials[0]!;
    await page.locator(`main a[href$="/credentials/${id}"]`).first().click();
    await page.locator('main').getByRole('button', { name: 'Revoke', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Revoke .*licence\?$/ });
    await dialog.getByRole('combobox').selectOption({ index: 1 });
    await dialog.getByLabel(`Type ${id.slice(-4)} to confirm`).fill(id.slice(-4));
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Revoked.').waitFor();
    expect((await callAdmin(operator, 'getCredential', { id })).state).toBe('revoked');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('in the demo, an ad-ops engineer changes the price of a line, and sees the author of each change', async () => {
    const { page, context, faults } = await stage.open('mediation');
    await page.getByLabel('Publisher').getByText('Northwind Games').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Main menu, Android' }).click();
    await page.getByLabel('CPM of AppLovin in US dollars').fill('0.55');
    await page.getByRole('button', { name: /^Preview and save/ }).click();
    const preview = page.getByRole('dialog', { name: 'What will change' });
    await preview.getByText('0.42').first().waitFor();
    await preview.getByText('0.55').first().waitFor();
    await preview.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved.').waitFor();

    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    const newest = page.locator('main').getByRole('listitem').first();
    await newest
      .getByText(/^You changed the group Main menu, Android – AppLovin: CPM \$0\.42 → \$0\.55$/)
      .waitFor();
    await newest.getByRole('button', { name: 'Details: Group changed' }).click();
    const difference = newest.getByRole('table');
    await difference.getByText('0.42').first().waitFor();
    await difference.getByText('0.55').first().waitFor();

    const { email } = stage.users.mediation;
    await newest.getByRole('button', { name: 'You', exact: true }).click();
    const author = page.getByLabel('Who', { exact: true });
    await page.getByText(/created the publisher account/).waitFor({ state: 'detached' });
    await page.reload();
    await newest.getByText('You', { exact: true }).waitFor();
    expect(await author.inputValue()).toBe(email);
    expect(decodeURIComponent(page.url())).not.toContain(email);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('in the demo, an ad-ops engineer compares two revisions of a group and rolls it back', async () => {
    const { page, context, faults } = await stage.signedIn('mediation');
    await page.getByRole('link', { name: 'After a race, Android' }).click();
    const price = page.getByLabel('CPM of AppLovin in US dollars');
    const before = await price.inputValue();
    await price.fill('7.77');
    await page.getByRole('button', { name: /^Preview and save/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved.').waitFor();

    await page.getByRole('tab', { name: 'History' }).click();
    const revisions = page.getByRole('table', { name: /^Revisions of the group/ });
    const newest = revisions.getByRole('row').nth(1);
    await newest.getByText('current').waitFor();
    await newest.getByText('You', { exact: true }).waitFor();
    await newest.getByText('AppLovin: CPM').waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const comparison = page.getByRole('region', { name: /^From revision \d+ to revision \d+$/ });
    await comparison.getByText(before).first().waitFor();
    await comparison.getByText('7.77').first().waitFor();

    const [earlier] = await page.getByRole('button', { name: /^Roll back to revision/ }).all();
    const trials: string[] = [];
    page.on('request', (request) => {
      if (/validateOnly/.test(`${request.url()} ${request.postData() ?? ''}`)) trials.push(request.url());
    });
    await earlier!.click();
    const dialog = page.getByRole('dialog', { name: /^Roll back to revision/ });
    await dialog.getByText('7.77').first().waitFor();
    await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
    await page.getByText(/^The group has the content of revision \d+ again\.$/).waitFor();
    await newest.getByText('Group rolled back').waitFor();
    // The roll-back was tried once, before it.
    expect(trials).toHaveLength(1);
    await page.getByRole('tab', { name: 'Waterfall' }).click();
    expect(await price.inputValue()).toBe(before);

    expect(await page.getByRole('tab').allTextContents()).toEqual(['Waterfall', 'Experiment', 'History']);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('link', { name: 'Find changes of this group by person, kind or day' }).click();
    await page.getByRole('button', { name: 'Details: Group rolled back' }).click();
    await page.getByRole('button', { name: /^Roll back to revision/ }).click();
    await dialog.getByText('7.77').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('the screen Today has its pictures of numbers if the language of the browser is not a language tag', async () => {
    const { page, context, faults } = await stage.visit('operators');
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true }),
    );
    await page.reload();
    await stage.signIn({ page }, 'operators');
    await page.getByText('Answered requests for signed documents').waitFor();
    await expect.poll(() => page.locator('.area canvas').count()).toBe(2);
    expect(faults).toEqual([]);
    await context.close();
  });
});
