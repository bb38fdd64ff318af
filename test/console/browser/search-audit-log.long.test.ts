import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { axeFindings } from './support/axe.ts';
import { useBothConsoles } from './support/both-consoles.ts';
import { LICENSED } from './support/story.ts';

const { id: HOLDER, name: NAME, given_name, family_name, birth_date } = LICENSED;

const { stage, at } = useBothConsoles();

describe('The search of the audit log', () => {
  let page: Page;
  beforeEach(async () => {
    page = await at('operators');
    await page.goto(`${stage().urls.operators}/console/audit-log`);
    await page.locator('.log-row').first().waitFor();
  });
  const box = () => page.getByRole('combobox', { name: 'Search' });

  it.each([
    ['price', 'started'],
    [family_name, NAME],
    [NAME, NAME],
  ])('“%s” finds entries, and is in no address', async (text, found) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await box().fill(text);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('option', { name: `Entries with the words “${text}”` }).click();
    await page.getByRole('button', { name: `Remove the filter Entries with the words “${text}”` }).waitFor();
    await page.locator('.log-row', { hasText: found }).first().waitFor();
    const others = page.locator('.log-row').filter({ hasNotText: family_name });
    if (found === NAME) await expect.poll(() => others.count()).toBe(0);
    const history = await page.evaluate(() => JSON.stringify(window.history.state));
    expect([page.url(), history, ...urls].filter((url) => decodeURIComponent(url).includes(text))).toEqual(
      [],
    );
  });

  it('Enter searches the number of a document as text, and filters by the id of a server', async () => {
    await box().fill('D-123456');
    await box().press('Enter');
    await page.getByRole('button', { name: /^Remove the filter Entries with the words/ }).waitFor();
    expect(page.url()).not.toContain('D-123456');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await box().fill(HOLDER);
    await box().press('Enter');
    await page.getByRole('button', { name: `Remove the filter Person: ${NAME}` }).waitFor();
  });

  it('a number that is no id is searched as text, and a changed price is found by what people read', async () => {
    await box().fill('11.20');
    await box().press('Enter');
    await page.getByRole('button', { name: 'Remove the filter Entries with the words “11.20”' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await box().fill('AppLovin CPM 11.20');
    await page.getByRole('option', { name: /^Entries with the words/ }).click();
    const row = page.locator('.log-row', { hasText: 'changed mediation group Double the coins, Android' });
    await row.getByRole('button', { name: 'Details' }).first().click();
    const entry = page.getByRole('dialog', { name: 'Entry of the audit log' });
    await entry.getByText('$9.80 → $11.20').waitFor();
    await entry.getByText('Group changed').waitFor();
    const facts = await entry.locator('.facts').last().innerText();
    expect(facts).not.toMatch(/etag|[A-Z]{2}_[A-Z]|LIVE|ENABLED/i);
  });

  it.each(['revoked', 'grace'])('Enter after “%s” finds what the sentences say', async (text) => {
    await callAdmin(stage().server.operator, 'revokeHolder', { id: 'applicant-09' });
    await box().fill(text);
    await box().press('Enter');
    await page.getByRole('button', { name: `Remove the filter Entries with the words “${text}”` }).waitFor();
    const others = page.locator('.log-row').filter({ hasNotText: new RegExp(text, 'i') });
    await expect.poll(() => others.count()).toBe(0);
    expect(await page.locator('.log-row').count()).toBeGreaterThan(0);
  });

  it('a second search narrows the first', async () => {
    const rows = page.locator('.log-row');
    await box().fill('grace');
    await box().press('Enter');
    await page.getByRole('button', { name: 'Remove the filter Entries with the words “grace”' }).waitFor();
    await rows.filter({ hasNotText: 'signed in' }).first().waitFor();
    await box().fill('signed');
    await page.getByRole('option', { name: 'Entries with the words “grace signed”' }).waitFor();
    await box().press('Enter');
    await page
      .getByRole('button', { name: 'Remove the filter Entries with the words “grace signed”' })
      .waitFor();
    await expect.poll(() => rows.filter({ hasNotText: /grace.*signed in/i }).count()).toBe(0);
    expect(await rows.count()).toBeGreaterThan(0);
  });

  it('after a reload the page says that it forgot the words', async () => {
    await box().fill('price');
    await page.getByRole('option', { name: 'Entries with the words “price”' }).click();
    await page.getByRole('button', { name: /^Remove the filter Entries/ }).waitFor();
    await page.reload();
    await page.getByText('The searched words were forgotten: type them again.').waitFor();
    await expect.poll(() => page.evaluate(() => history.state.says)).toBeUndefined();
    await box().fill('price');
    await page.getByRole('option', { name: 'Entries with the words “price”' }).click();
    await page.getByRole('button', { name: /^Remove the filter Entries/ }).waitFor();
    const told = page.getByText('The searched words were forgotten');
    expect(await told.count()).toBe(0);
    await page.getByRole('button', { name: /^Remove the filter Entries/ }).click();
    await page.getByRole('button', { name: /^Remove the filter Entries/ }).waitFor({ state: 'detached' });
    expect(await told.count()).toBe(0);
  });

  it('looks at personal data can be hidden', async () => {
    await page
      .getByText(/looked at/)
      .first()
      .waitFor();
    await page.getByLabel('Hide looks at personal data').check();
    await expect.poll(() => page.locator('.log-row', { hasText: 'looked at' }).count()).toBe(0);
    expect(await page.locator('.log-row').count()).toBeGreaterThan(0);
    expect(page.url()).toContain('hideLooks=yes');
  });

  it('without looks, a log that has nothing else is read as far as a search reads', async () => {
    const { events } = await callAdmin(stage().server.operator, 'listEvents', { subject: 'holderNames' });
    let read = 0;
    await page.route('**/admin/v1/events?*', async (route) => {
      const size = Number(new URL(route.request().url()).searchParams.get('pageSize'));
      const looks = Array.from({ length: size }, (_, index) => ({ ...events[0]!, id: `${read + index}` }));
      read += size;
      await route.fulfill({ json: { events: looks, nextPageToken: `${read}` } });
    });
    await page.goto(`${stage().urls.operators}/console/audit-log?hideLooks=yes`);
    await page.getByText(/^The newest 2,000 entries were searched, back to/).waitFor();
    expect(read).toBe(2000);
    expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
    await page.unrouteAll();
  });

  it('a reason and a note are found', async () => {
    const note = 'seen at the airport';
    await callAdmin(stage().server.operator, 'revokeHolder', { id: 'applicant-10', reason: 'fraud', note });
    await box().fill('airport seen');
    await page.getByRole('option', { name: /^Entries with the words/ }).click();
    await page.locator('.log-row', { hasText: note }).waitFor();
    expect(await page.locator('.log-row').count()).toBe(1);
  });

  it('a person is found by name and date of birth, and all entries about the person are shown', async () => {
    await box().fill(`${NAME} ${birth_date}`);
    await page.getByRole('option', { name: `Find ${NAME} ${birth_date}` }).click();
    await page.getByRole('button', { name: `Remove the filter Person: ${NAME}` }).waitFor();
    expect(page.url()).toContain(`holderId=${HOLDER}`);
    expect(page.url()).not.toContain(family_name);
  });

  it('a person whose name is shown is chosen by it', async () => {
    await page.goto(`${stage().urls.operators}/console/audit-log?holderId=${HOLDER}`);
    await page.locator('.log-row', { hasText: NAME }).first().waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await box().fill(given_name);
    await page.getByRole('option', { name: NAME }).first().click();
    await page.getByRole('button', { name: `Remove the filter Person: ${NAME}` }).waitFor();
  });
});
