import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { countedClicks } from './support/counted-clicks.ts';
import { createMapping } from './support/create-mapping.ts';
import { openedFor } from './support/opened-for.ts';

const { stage, visit, page } = await openedFor('mediation');

const { begin, click, group, button, counted } = countedClicks(page, stage.urls.mediation);

/** Adds the line of the dialog to the group, and saves the group. */
async function addAndSave(): Promise<void> {
  const dialog = page.getByRole('dialog');
  await click(dialog.getByRole('button', { name: 'Add line' }));
  await dialog.waitFor({ state: 'detached' });
  await click(button(/^Preview and save/));
  await click(dialog.getByRole('button', { name: /^Save/ }));
  await page.getByText('Saved.').waitFor();
}

describe('Lines and their mappings', () => {
  it('a line with a new mapping is added by 6 clicks', async () => {
    await begin();
    await click(group('Main menu'));
    await click(button(/^Add line/));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The line is saved with the group.').waitFor();
    const add = dialog.getByRole('button', { name: 'Add line' });
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByText('Still missing: ad source').waitFor();
    counted.clicks += 1;
    await dialog.getByLabel('Ad source').selectOption({ label: 'Chartboost' });
    await dialog.getByText('Enter a CPM.').waitFor();
    await dialog.getByLabel('CPM').fill('0.35');
    const settings = dialog.getByRole('group', { name: /^New mapping of/ }).getByRole('textbox');
    await settings.first().waitFor();
    const [first, ...others] = await settings.all();
    await first!.fill('a-setting');
    await dialog.getByText(/^Still missing: /).waitFor();
    expect(await add.isDisabled()).toBe(true);
    for (const input of others) await input.fill('a-setting');
    await click(dialog.getByRole('button', { name: 'Add line' }));
    await dialog.waitFor({ state: 'detached' });
    await click(button(/^Preview and save/));
    await dialog.getByRole('heading', { name: 'What the check of the settings would find' }).waitFor();
    await dialog.getByText('Saving also creates these mappings: Chartboost').waitFor();
    expect(await dialog.getByText('has no mapping for').count()).toBe(0);
    await click(dialog.getByRole('button', { name: /^Save/ }));
    await page.getByText('Saved.').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Chartboost' });
    await row.getByText('1 of 1').waitFor();
    expect(counted.clicks).toBeLessThanOrEqual(6);
  });

  it('a line with the only existing mapping that no other line has is added by 6 clicks', async () => {
    await begin();
    await createMapping(page, { displayName: 'Second floor', adUnit: 'Main menu' });
    await click(group('Main menu'));
    await click(button(/^Add line/));
    const dialog = page.getByRole('dialog');
    counted.clicks += 1;
    await dialog.getByLabel('Ad source').selectOption({ label: 'AppLovin' });
    await dialog.getByLabel('Name').fill('Second floor');
    await dialog.getByLabel('CPM').fill('0.25');
    const chosen = dialog.getByRole('group', { name: 'Mapping of each ad unit' }).locator('option:checked');
    await expect.poll(() => chosen.textContent()).toBe('Second floor');
    await addAndSave();
    await page.getByRole('row').filter({ hasText: 'Second floor' }).getByText('1 of 1').waitFor();
    expect(counted.clicks).toBe(6);
  });

  it.each(['Main menu', 'After a race'])('the demo has a mapping for it in “%s”', async (name) => {
    await begin();
    await click(group(name));
    await click(button(/^Add line/));
    const dialog = page.getByRole('dialog');
    counted.clicks += 1;
    await dialog.getByLabel('Ad source').selectOption({ label: 'Unity Ads' });
    await dialog.getByLabel('CPM').fill('0.25');
    await addAndSave();
    await page.getByRole('row').filter({ hasText: 'Unity Ads' }).getByText('1 of 1').waitFor();
    expect(counted.clicks).toBe(6);
  });

  it('a line that is discarded leaves no mapping behind', async () => {
    await begin();
    const sent: string[] = [];
    const onRequest = (request: Request) =>
      request.method() === 'POST' &&
      /adUnitMappings(:batchCreate)?$/.test(new URL(request.url()).pathname) &&
      sent.push(request.url());
    page.on('request', onRequest);
    await click(group('After a race'));
    await click(button(/^Add line/));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ad source').selectOption({ label: 'Chartboost' });
    await dialog.getByLabel('CPM').fill('0.35');
    const settings = dialog.getByRole('group', { name: /^New mapping of/ }).getByRole('textbox');
    await settings.first().waitFor();
    for (const input of await settings.all()) await input.fill('a-setting');
    await dialog.getByRole('button', { name: 'Add line' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Chartboost' });
    await row.getByText('1 of 1').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await row.waitFor({ state: 'detached' });
    // It was tried out, and nothing was made.
    expect(sent.length).toBeGreaterThan(0);
    for (const url of sent) expect(new URL(url).searchParams.get('validateOnly')).toBe('true');
    page.off('request', onRequest);
  });

  it('after an import of mappings, links lead to the lines that do not name them yet', async () => {
    await begin();
    await click(group('After a race'));
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add line' }).click();
    await dialog.getByLabel('Ad source').selectOption({ label: 'Chartboost' });
    await dialog.getByLabel('CPM').last().fill('0.12');
    await dialog.getByRole('button', { name: 'Add line' }).click();
    await page.getByRole('button', { name: /^Preview and save/ }).click();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('link', { name: 'Mappings', exact: true }).click();
    await page.getByRole('button', { name: 'Paste from CSV' }).click();
    await dialog.getByRole('button', { name: 'Fill in rows for what is missing' }).click();
    const rows = dialog.getByRole('textbox');
    const [head, ...empty] = (await rows.inputValue()).split('\n');
    const own = empty.filter((row) => row.endsWith(',')).find((row) => row.includes('After a race'))!;
    await rows.fill([head, own.trim().replace(/,(?=,|$)/g, ',test')].join('\n'));
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByRole('button', { name: 'Create 1 mapping' }).click();
    await dialog.getByText('1 mapping is created.').waitFor();
    // The button that was pressed is gone: the focus is where the result is.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^1 mapping is created\./);
    await dialog.getByRole('link', { name: 'After a race, Android: Chartboost' }).click();
    await page.getByRole('heading', { level: 1, name: 'After a race, Android' }).waitFor();
    expect(page.url()).toContain('line=');
  });

  it('a mapping is created for a chosen ad unit and ad source, and its cell names it', async () => {
    await begin();
    await page.getByRole('link', { name: 'Mappings', exact: true }).click();
    await button('New mapping').click();
    const dialog = page.getByRole('dialog', { name: 'New mapping' });
    const create = dialog.getByRole('button', { name: 'Create', exact: true });
    await dialog.getByText('Still missing: ad unit').waitFor();
    await dialog.getByLabel('Ad unit').selectOption({ label: 'Northwind Rally › Double the coins' });
    await dialog.getByLabel('Ad source').selectOption({ label: 'Unity Ads' });
    await dialog.getByLabel('Name').fill('Coins floor');
    await dialog.getByText(/^Still missing: /).waitFor();
    expect(await create.isDisabled()).toBe(true);
    const inputs = dialog.getByRole('textbox');
    for (const input of (await inputs.all()).slice(1)) await input.fill('a-setting');
    await create.click();
    await page.getByText('1 mapping is created.').waitFor();
    const cell = page.getByRole('button', {
      name: /Double the coins, Unity Ads, .*: mapped, but unused, Coins floor$/,
    });
    await cell.getByText('Coins floor').waitFor();
    await cell.click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Coins floor' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('mappings are not counted as missing or complete while the groups cannot be read', async () => {
    const { context, page: other } = await stage.signedIn('mediation');
    const groups = /\/mediationGroups\?/;
    await other.route(groups, (route) => route.abort());
    await other.goto(other.url().replace(/(pub-\d+).*/, '$1/mappings'));
    await other.getByRole('alert').waitFor();
    expect(await other.getByText(/has its mappings|that lines need (is|are) missing/).count()).toBe(0);
    await other.unroute(groups);
    await other.getByRole('button', { name: 'Try again' }).click();
    await other.getByText(/^Every line has its mappings|that lines need (is|are) missing/).waitFor();
    await context.close();
  });

  it('on a phone the ad sources that no line uses are folded away, and found by their titles', async () => {
    const sources = () => page.getByRole('table', { name: 'Ad sources' }).first();
    await page.setViewportSize({ width: 375, height: 800 });
    await begin();
    const [, publisher = ''] = /(pub-\d{16})/.exec(page.url()) ?? [];
    await page.goto(`${stage.urls.mediation}/console/${publisher}/ad-sources`);
    const others = page.getByText(/^\d+ others, which no line uses$/);
    await others.waitFor();
    expect(await sources().getByText('Pangle', { exact: true }).count()).toBe(0);
    expect(await page.getByText('Pangle', { exact: true }).isVisible()).toBe(false);
    await page.getByLabel('Search by title').fill('pangle');
    await sources().getByText('Pangle', { exact: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Search by title').fill('');
    await sources().getByText('Pangle', { exact: true }).waitFor();
    expect(await others.count()).toBe(0);
  });

  it('the policy of the page held', () => expect(visit.faults).toEqual([]));
});
