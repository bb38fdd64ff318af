import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { people } from '../../../src/demo/consoles/applicants.ts';
import { axeFindings } from './support/axe.ts';
import { openedFor } from './support/opened-for.ts';
import { palette } from './support/palette.ts';
import { LICENSED } from './support/story.ts';

const { id: HOLDER, name: NAME, family_name, birth_date } = LICENSED;

const { stage, visit } = await openedFor('operators');

/** The newest entry of a search for a holder. */
async function lastSearch() {
  const request = { subject: 'holderSearch', orderBy: 'time desc', pageSize: 1 } as const;
  const { events } = await callAdmin(stage.server.operator, 'listEvents', request);
  return events[0];
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
}

describe('The search from everywhere', () => {
  it('finds a person by name and date of birth with the keyboard alone, and neither is in an address', async () => {
    const { page } = visit;
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await search(page, `${NAME} ${birth_date}`);
    await palette(page)
      .getByRole('option', { name: `Find ${NAME} ${birth_date}` })
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    expect(page.url()).toContain(`/holders/${HOLDER}`);
    expect(urls.filter((url) => decodeURIComponent(url).includes(family_name))).toEqual([]);
    expect(await lastSearch()).toMatchObject({ event: 'run', details: { after: { hits: 1 } } });
  });

  it('a step back after a search neither searches nor opens the person again, and the history has no name', async () => {
    const { page } = visit;
    const before = await lastSearch();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Holders' }).waitFor();
    await page.getByRole('table', { name: 'Holders' }).waitFor();
    expect(await lastSearch()).toEqual(before);
    expect(JSON.stringify(await page.evaluate(() => history.state))).not.toContain(family_name);
    expect(new URL(page.url()).pathname).toBe('/console/holders');
    await search(page, `${NAME} 1900-01-01`);
    await palette(page)
      .getByRole('option', { name: `Find ${NAME} 1900-01-01` })
      .click();
    await page.getByRole('status').filter({ hasText: 'No holder found' }).waitFor();
    expect(await page.getByLabel('Family name').inputValue()).toBe(family_name);
    expect(JSON.stringify(await page.evaluate(() => history.state))).not.toContain(family_name);
  });

  it('finds things by the start of their id, pages, and actions of the page', async () => {
    const { page } = visit;
    const { credentials } = await callAdmin(stage.server.operator, 'listCredentials', { holderId: HOLDER });
    const { id } = credentials[0]!;
    await search(page, id.slice(0, 8));
    await palette(page)
      .getByRole('option', { name: new RegExp(`^${NAME}’s licence`) })
      .click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${NAME}’s`) }).waitFor();
    await search(page, 'Audit log');
    await palette(page).getByRole('option', { name: 'Audit log', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await search(page, 'keyboard');
    await palette(page).getByRole('option', { name: 'Show keyboard shortcuts' }).click();
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it('finds groups in the mediation console', async () => {
    const { page, context } = await stage.signedIn('mediation');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await search(page, 'Main menu, Android');
    await palette(page).getByRole('option', { name: 'Main menu, Android' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Main menu, Android' }).waitFor();
    await context.close();
  });
});

describe('The page of a person', () => {
  it('has the name, and a timeline whose entries open', async () => {
    const { page, faults } = visit;
    await page.goto(`${stage.urls.operators}/console/holders/${HOLDER}`);
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    const panel = page.getByRole('tabpanel', { name: 'Timeline' });
    await panel.getByText(`sent ${NAME}’s proofing`, { exact: false }).first().waitFor();
    await panel.getByRole('button', { name: 'Details' }).first().click();
    const entry = page.getByRole('dialog', { name: 'Entry of the audit log' });
    await entry.getByText(/\d\d:\d\d:\d\d\s/).waitFor();
    await page.keyboard.press('Escape');
    expect(faults).toEqual([]);
  });

  it('has birth date and number only after they were asked for, and the look is in the audit log', async () => {
    const { page } = visit;
    const looks = async () => {
      const request = { holderId: HOLDER, subject: 'holder', orderBy: 'time desc' } as const;
      const { events } = await callAdmin(stage.server.operator, 'listEvents', request);
      return events.filter(({ event }) => event === 'view').length;
    };
    const before = await looks();
    const about = page.getByRole('complementary', { name: 'Holder' });
    await about.getByRole('button', { name: 'Show personal data' }).waitFor();
    expect(await about.getByText('Birth date').count()).toBe(0);
    expect(await looks()).toBe(before);
    await about.getByRole('button', { name: 'Show personal data' }).click();
    await about.getByText('Birth date').waitFor();
    await about.getByText('Document number').waitFor();
    expect(await looks()).toBe(before + 1);
    // The whole record is the same look.
    await page.getByRole('tab', { name: 'Record' }).click();
    await page.getByRole('tabpanel', { name: 'Record' }).getByText('Family name').first().waitFor();
    expect(await looks()).toBe(before + 1);
  });
});

/** The lists of what belongs to people, of which the demo has rows. */
const LISTS = ['reviews', 'holders', 'credentials', 'devices'] as const;

describe('The lists of what belongs to people', () => {
  const names = people().map((one) => `${one.given_name} ${one.family_name}`);

  it.each(LISTS)(
    '%s: a row begins with the name of the person, and the id behind it can be copied',
    async (list) => {
      const { page, faults } = visit;
      await page.goto(`${stage.urls.operators}/console/${list}`);
      const row = page
        .locator('tbody tr')
        .filter({ has: page.getByRole('button', { name: /^Copy / }) })
        .first();
      const first = row.locator('td:not(.choose)').first();
      await first.getByRole('button', { name: /^Copy / }).waitFor();
      expect(names).toContain(await first.getByRole('link').textContent());
      expect(faults).toEqual([]);
    },
  );

  it.each([
    ['credentials', /\/credentials\/[\w-]+$/],
    ['devices', /\/devices\/[\w-]+$/],
  ])('in the list of %s the name leads to what the row is', async (list, path) => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/${list}`);
    await page.locator('tbody').getByRole('link', { name: NAME, exact: true }).click();
    await page.waitForURL(path);
  });

  it('status lists stand below the day until which the documents on them last', async () => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/status-lists`);
    const days = page.getByRole('heading', { level: 2, name: /^Signed documents until \d+\s\w+\s20\d\d/ });
    await days.first().waitFor();
    expect(await page.getByRole('table').count()).toBe(await days.count());
    const first = page.locator('tbody tr').first().locator('td').first();
    await first.getByText(/^List 1 of \d+$/).waitFor();
    await first.getByRole('button', { name: /^Copy / }).waitFor();
  });

  it('the list of devices says which have a credential, and none of one whose credential was revoked', async () => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/devices`);
    await page.getByRole('columnheader', { name: 'Credential', exact: true }).waitFor();
    const last = (name: string) => page.getByRole('row', { name }).getByRole('cell').last();
    await last(NAME)
      .getByRole('link', { name: `${NAME}’s licence` })
      .waitFor();
    expect(await last('Kwame Adeyemi').textContent()).toBe('No credential');
    // On a phone the heading is a label, which would only repeat it.
    await page.setViewportSize({ width: 375, height: 800 });
    const label = (name: string) =>
      last(name).evaluate((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', ''));
    expect([await label(NAME), await label('Kwame Adeyemi')]).toEqual(['Credential', 'none']);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('the list of devices begins with the newest registration, and can be filtered by state', async () => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/devices`);
    // Only the column with the registration has times.
    const shown = page.locator('tbody time');
    await shown.first().waitFor();
    const times = await shown.evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual(times.toSorted().reverse());
    await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('unregistered');
    await page.waitForURL(/[?]state=unregistered$/, { timeout: 9000 });
    await expect.poll(() => shown.count()).toBe(0);
  });

  it('the page of a device has the name of its person', async () => {
    const { page } = visit;
    const { devices } = await callAdmin(stage.server.operator, 'listDevices', {});
    const { id } = devices.find((one) => one.holderId === HOLDER)!;
    await page.goto(`${stage.urls.operators}/console/devices/${id}`);
    await page.getByRole('heading', { level: 1, name: `${NAME}’s device` }).waitFor();
  });

  it('credentials are filtered by the way to their wallets, and the filter is in the address', async () => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/credentials`);
    await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'OpenID4VCI' });
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    expect(new URL(page.url()).searchParams.get('channel')).toBe('openid4vci');
    await expect.poll(() => page.getByRole('table').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'Wallet platform' });
    await page.getByRole('table').getByText('wallet platform').first().waitFor();
  });
});

describe('The filter for a person', () => {
  const box = () => visit.page.getByRole('combobox', { name: 'Person or id' });
  const names = () => visit.page.locator('tbody tr').getByRole('link', { name: /^\p{L}+ \p{L}+$/u });

  it.each([
    ['reviews?state=any', 'holderId=applicant-11'],
    ['credentials', 'holderId=applicant-11'],
    ['devices', 'holderId=applicant-11'],
  ])('in %s finds by name and date of birth, and the address has the id alone', async (list, search) => {
    const { page, faults } = visit;
    await page.goto(`${stage.urls.operators}/console/${list}`);
    await box().fill(`${NAME} ${birth_date}`);
    await page.getByRole('option', { name: `Find ${NAME} ${birth_date}` }).click();
    await page.getByRole('button', { name: `Remove the filter Person: ${NAME}` }).waitFor();
    await expect.poll(() => names().allTextContents()).toEqual([NAME]);
    expect(page.url()).toContain(search);
    expect(page.url()).not.toContain(family_name);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor({ state: 'detached' });
  });

  it('finds people by the names that are shown, by a part of them', async () => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/reviews`);
    const name = (await names().first().textContent()) ?? '';
    await box().fill(name.toLowerCase().slice(2, -1));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor();
    await expect.poll(() => names().allTextContents()).toEqual([name]);
  });

  it.each([
    ['Meier-Huber', 0],
    ['D-123456', 1],
  ])(
    'Enter after “%s”, a name or the number of a document, puts it into no address',
    async (text, searches) => {
      const { page } = visit;
      await page.goto(`${stage.urls.operators}/console/credentials`);
      await page.locator('tbody tr').first().waitFor();
      const urls: string[] = [];
      const note = (request: { readonly url: () => string }) => urls.push(request.url());
      page.on('request', note);
      await box().fill(text);
      await page.getByText('A name with a date of birth, such as').waitFor();
      await page.keyboard.press('Enter');
      // A text that offers nothing stays; one that is searched leaves the box, and the page says what became of it.
      expect(await box().inputValue()).toBe(searches === 0 ? text : '');
      if (searches > 0) await page.getByRole('status').filter({ hasText: 'Nothing has this id' }).waitFor();
      page.off('request', note);
      expect(urls.filter((url) => url.endsWith('/ids:search'))).toHaveLength(searches);
      expect([page.url(), ...urls].filter((url) => url.includes(text))).toEqual([]);
      expect(await page.getByRole('button', { name: /^Remove the filter/ }).count()).toBe(0);
    },
  );

  it('opens a credential by its id, and filters by an id', async () => {
    const { page } = visit;
    const { credentials } = await callAdmin(stage.server.operator, 'listCredentials', { holderId: HOLDER });
    const { id, deviceReferenceId } = credentials[0]!;
    await page.goto(`${stage.urls.operators}/console/credentials`);
    await box().fill(deviceReferenceId);
    await page.getByRole('option', { name: `Device: ${deviceReferenceId}` }).click();
    await expect.poll(() => names().allTextContents()).toEqual([NAME]);
    await box().fill(id);
    await page.getByRole('option', { name: `Open the credential ${id}` }).click();
    await page.waitForURL(new RegExp(`/credentials/${id}$`));
  });
});

it('a legal hold is placed on a person by name and date of birth, not by a typed id', async () => {
  const { page, faults } = visit;
  await page.goto(`${stage.urls.operators}/console/holds`);
  await page.locator('main').getByRole('button', { name: 'Place a hold' }).click();
  const dialog = page.getByRole('dialog', { name: 'Place a legal hold' });
  await dialog.getByText('Still missing: person').waitFor();
  await dialog.getByRole('combobox', { name: 'Person or id' }).fill(`${NAME} ${birth_date}`);
  await dialog.getByRole('option', { name: `Find ${NAME} ${birth_date}` }).click();
  await dialog.getByText(`Person: ${NAME}`).waitFor();
  expect(page.url()).not.toContain(HOLDER);
  await dialog.getByLabel('Reason').selectOption('Litigation');
  await dialog.getByLabel('Day of review').fill('2099-02-02');
  const sent = page.waitForRequest((request) => request.postData()?.includes('reviewTime') === true);
  await dialog.getByRole('button', { name: 'Place a hold' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ holderId: HOLDER, reason: 'litigation' });
  expect(faults).toEqual([]);
});
