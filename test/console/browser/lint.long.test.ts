import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../src/conventions/time.ts';
import { addressOf, SCREENS } from './support/screens.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage({});
  // Prices that nobody has looked at for so long are findings about lines.
  stage.advance(40 * DAY);
});
afterAll(() => stage?.close());

describe('The screen Findings of the mediation console', () => {
  it('filters by level and rule, links to the line of the group, and the group shows its number of findings', async () => {
    const { page, faults } = await stage.signedIn('mediation', { width: 1280, scheme: 'light' });
    const screen = SCREENS.find(({ name }) => name === 'lint')!;
    await page.goto(await addressOf(stage, screen));
    const rows = page.locator('main tbody tr');
    await rows.first().waitFor();
    const sum = page.getByRole('main').getByText(/^(?:\d+ errors?, )?\d+ warnings?(?:, \d+ hints?)?$/);
    await sum.waitFor();
    expect(await rows.getByRole('link', { name: /, Android$/ }).count()).toBeGreaterThan(0);
    const all = await rows.count();
    await page.getByLabel('Level').selectOption('HINT');
    await page.waitForURL(/level=HINT/);
    await expect.poll(() => rows.locator('.badge').filter({ hasText: 'Warning' }).count()).toBe(0);
    expect(await sum.count(), 'the sum is of all findings').toBe(0);
    await page.getByLabel('Level').selectOption('');
    await expect.poll(() => rows.count()).toBe(all);
    expect(await sum.count()).toBe(1);
    const option = page.getByLabel('Rule').locator('option').nth(1);
    const rule = (await option.getAttribute('value'))!;
    const [, name = ''] = /^(.+) \(\d+\)$/.exec((await option.textContent())!)!;
    await page.getByLabel('Rule').selectOption(rule);
    await expect
      .poll(async () => new Set(await rows.locator('[title]').allTextContents()))
      .toEqual(new Set([name]));
    expect(await rows.locator('[title]').first().getAttribute('title')).toBe(rule);
    await page.getByLabel('Rule').selectOption('');
    const action = page.getByRole('cell').filter({ has: page.getByRole('link', { name: 'Open the line' }) });
    expect(await action.first().getAttribute('data-label')).toBe('What to do');
    const linked = rows.getByRole('link').and(page.locator('[href*="line="]'));
    await linked.first().click();
    const marked = page.locator('tr[aria-current]');
    await expect.poll(() => marked.count()).toBe(1);
    await expect.poll(() => marked.evaluate((row) => row.getBoundingClientRect().top)).toBeGreaterThan(0);
    await page.getByRole('link', { name: /^\d+ (?:errors?|warnings?|errors and warnings)$/ }).click();
    await page.waitForURL(/\/lint\?group=/);
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThanOrEqual(all);
    await page.getByRole('button', { name: /^Remove the filter Only group/ }).click();
    await expect.poll(() => rows.count()).toBe(all);
    expect(faults).toEqual([]);
  });

  it('findings about which nothing needs to be done are folded away until a person opens or chooses them', async () => {
    const { page } = await stage.signedIn('mediation', { width: 1280, scheme: 'light' });
    await page.goto(await addressOf(stage, SCREENS.find(({ name }) => name === 'lint')!));
    const unused = page.getByText(/^No line uses the mapping/).first();
    const summary = page.getByText(/^\d+ mappings are unused\. Nothing needs to be done\.$/);
    await summary.waitFor();
    expect(await unused.isVisible()).toBe(false);
    await summary.click();
    await unused.waitFor();
    await page.getByLabel('Rule').selectOption('mapping-orphan');
    await summary.waitFor({ state: 'detached' });
    await unused.waitFor();
  });
});
