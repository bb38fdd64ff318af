import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { openedFor } from './support/opened-for.ts';

/** The group of the demo with a running experiment. */
const WITH_EXPERIMENT = 'Double the coins, Android';

const { stage, visit } = await openedFor('mediation');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** By keys. */
async function fromMenu(page: Page, name: string): Promise<void> {
  await button(page, 'More').press('Enter');
  await page.getByRole('list', { name: 'More' }).getByRole('button', { name }).press('Enter');
}

const dialog = (page: Page) => page.getByRole('dialog');
const badge = (page: Page, text: string) => page.locator('main .badge').filter({ hasText: text });

async function openList(page: Page): Promise<void> {
  await page.goto(`${stage.urls.mediation}/console/`);
  await page.getByRole('table', { name: 'Groups by revenue' }).waitFor();
  await page.getByRole('link', { name: 'All groups' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mediation groups' }).waitFor();
}

async function openGroup(page: Page, name: string): Promise<void> {
  await openList(page);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** The focus returns when the dialog closes. */
const expectFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate('document.activeElement?.textContent.trim()')).toBe(name);

async function names(page: Page): Promise<string[]> {
  await openList(page);
  await page.locator('.group-name').first().waitFor();
  return page.locator('.group-name').allTextContents();
}

describe('The actions of a group in the mediation console', () => {
  it('a group is renamed by keyboard, and the history shows it', async () => {
    const { page } = visit;
    const name = (await names(page)).find((one) => one !== WITH_EXPERIMENT)!;
    await openGroup(page, name);
    await fromMenu(page, 'Rename');
    const input = dialog(page).getByLabel('Name');
    expect(await input.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Rename' }).isDisabled()).toBe(true);
    await input.press('Escape');
    await expectFocus(page, 'More');
    await fromMenu(page, 'Rename');
    await input.fill('Start screen, renamed');
    await input.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Start screen, renamed' }).waitFor();
    await expectFocus(page, 'More');
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.poll(() => page.locator('tbody tr').first().textContent()).toContain('Name');
  });

  it('what the server refuses is told at the field, and the typed name stays', async () => {
    const { page } = visit;
    await page.getByRole('tab', { name: 'Waterfall' }).click();
    await fromMenu(page, 'Rename');
    const input = dialog(page).getByLabel('Name');
    await input.fill('a\u202eb');
    await input.press('Enter');
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
    expect(await input.inputValue()).toBe('a\u202eb');
    await page.keyboard.press('Escape');
  });

  it('a change of somebody else is shown before anything is sent again', async () => {
    const { page, context } = visit;
    const other = await context.newPage();
    await other.goto(page.url());
    await fromMenu(page, 'Rename');
    await dialog(page).getByLabel('Name').fill('Mine');
    await fromMenu(other, 'Rename');
    await dialog(other).getByLabel('Name').fill('Theirs');
    await dialog(other).getByLabel('Name').press('Enter');
    await other.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    await other.close();
    await dialog(page).getByLabel('Name').press('Enter');
    await dialog(page).getByText('Someone else changed this group').waitFor();
    await dialog(page).getByRole('heading', { name: 'Rename Theirs' }).waitFor();
    await dialog(page).getByLabel('Name').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
  });

  it('a group is paused and resumed; the focus stays on the button', async () => {
    const { page } = visit;
    await button(page, 'Pause').click();
    // The action without effect.
    await expectFocus(page, 'Cancel');
    // What can be undone is no question.
    expect(await dialog(page).getByRole('heading').textContent()).toMatch(/^Pause [^?]+$/);
    await dialog(page).getByRole('button', { name: 'Pause' }).click();
    await badge(page, 'Disabled').waitFor();
    await expectFocus(page, 'Resume');
    await button(page, 'Resume').click();
    await dialog(page).getByRole('button', { name: 'Resume' }).click();
    await badge(page, 'Enabled').waitFor();
  });

  it('a group is archived, found in the list only if asked for, and brought back', async () => {
    const { page } = visit;
    const before = await names(page);
    const name = before.find((one) => one !== WITH_EXPERIMENT)!;
    await openGroup(page, name);
    await fromMenu(page, 'Archive');
    await dialog(page).getByRole('button', { name: 'Archive' }).click();
    await badge(page, 'Archived').waitFor();
    await expectFocus(page, 'More');
    await page.getByText('This group is archived, so it cannot be changed, rolled back').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Archived groups' }).click();
    await page.getByRole('link', { name, exact: true }).waitFor();
    expect(await names(page)).toEqual(before.filter((one) => one !== name));
    await page.goBack();
    const rows = page.getByRole('table', { name: 'Groups by revenue' });
    const archived = rows.getByRole('link', { name: 'Archived groups' });
    await archived.waitFor();
    await rows.getByText('what groups earned that are archived now').waitFor();
    const shares = await rows.locator('td[data-label="Share"]').allTextContents();
    expect(shares.reduce((sum, text) => sum + Number.parseFloat(text), 0)).toBeCloseTo(100, 0);
    await archived.click();
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('ARCHIVED');
    await openList(page);
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Archived' });
    await expect.poll(() => page.locator('.group-name').allTextContents()).toEqual([name]);
    await page.getByRole('link', { name, exact: true }).click();
    await button(page, 'Unarchive').click();
    await dialog(page).getByRole('button', { name: 'Unarchive' }).click();
    await badge(page, 'Disabled').waitFor();
    expect(await names(page)).toEqual(before);
  });

  it('nothing is offered on an archived group that the server refuses', async () => {
    const { page } = visit;
    await openGroup(page, (await names(page)).find((one) => one !== WITH_EXPERIMENT)!);
    const main = page.locator('main');
    await main.getByRole('textbox').first().waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    const rollBack = page.getByRole('button', { name: /^Roll back to revision/ });
    await rollBack.first().waitFor();
    await fromMenu(page, 'Archive');
    await dialog(page).getByRole('button', { name: 'Archive' }).click();
    await badge(page, 'Archived').waitFor();
    await expect.poll(() => rollBack.count()).toBe(0);
    await page.getByText('Find changes of this group').click();
    await page
      .getByRole('button', { name: /^Details:/ })
      .first()
      .click();
    await page.getByText('Unarchive it first.').waitFor();
    expect(await rollBack.count()).toBe(0);
    await page.goBack();
    await page.getByRole('tab', { name: 'Experiment' }).click();
    await page.getByText('No experiment runs in this group.').waitFor();
    expect(await page.getByRole('heading', { name: 'Start an experiment' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Waterfall' }).click();
    await main.locator('.waterfall').getByText('AppLovin').waitFor();
    await main.getByText('Everywhere', { exact: true }).waitFor();
    expect(await main.locator('input:not([type="checkbox"]), select').count()).toBe(0);
    expect(await main.getByRole('button', { name: /Add line|Edit|Remove|Choose|Discard|save/ }).count()).toBe(
      0,
    );
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Unarchive').click();
    await dialog(page).getByRole('button', { name: 'Unarchive' }).click();
    await button(page, 'Add line').waitFor();
    await page.getByRole('tab', { name: 'Experiment' }).click();
    await page.getByRole('heading', { name: 'Start an experiment' }).waitFor();
  });

  it('a group with a running experiment is not archived, and the dialog tells why', async () => {
    const { page, faults } = visit;
    await openGroup(page, WITH_EXPERIMENT);
    await fromMenu(page, 'Archive');
    await dialog(page).getByRole('button', { name: 'Archive' }).click();
    await dialog(page)
      .getByText(/experiment/i)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    expect(faults).toEqual([]);
  });

  it('a group with a running experiment is not rolled back: the page tells why, and asks the server nothing', async () => {
    const { page, faults } = visit;
    const trials: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(':rollback')) trials.push(request.url());
    });
    await openGroup(page, WITH_EXPERIMENT);
    await page.getByRole('tab', { name: 'History' }).click();
    const rollBack = page.getByRole('button', { name: /^Roll back to revision/ });
    await rollBack.first().waitFor();
    for (const one of await rollBack.all()) expect(await one.isDisabled()).toBe(true);
    await page.getByText('Find changes of this group').click();
    await page.getByRole('button', { name: 'Details: Group changed' }).first().click();
    await expect.poll(() => rollBack.isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'See the experiment' }).click();
    await page.getByRole('tab', { name: 'Experiment', selected: true }).waitFor();
    expect(trials).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('a running experiment is stopped, and the lines of variant B stay', async () => {
    const { page, faults } = visit;
    await openGroup(page, WITH_EXPERIMENT);
    await page.getByRole('tab', { name: 'Experiment' }).click();
    await button(page, 'Stop').click();
    await dialog(page).getByLabel('Keep variant B').check();
    // The list of experiments is there before the group, whose lines it still shows as those of both variants.
    const isGroup = ({ pathname }: URL) => /\/mediationGroups\/\d+$/.test(pathname);
    let isStopped = false;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(isGroup, async (route) => {
      if (isStopped) await released;
      await route.fallback();
    });
    isStopped = true;
    await dialog(page).getByRole('button', { name: 'Stop and keep variant B' }).click();
    await page.getByRole('heading', { name: 'Start an experiment' }).waitFor();
    release();
    await page.getByText('The experiment is stopped.').waitFor();
    await page.unroute(isGroup);
    await expect.poll(() => page.getByLabel(/^CPM of AppLovin/).count()).toBe(1);
    expect(faults).toEqual([]);
  });
});
