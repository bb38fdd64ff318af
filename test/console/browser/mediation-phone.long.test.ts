import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openedFor } from './support/opened-for.ts';

const { stage } = await openedFor('mediation');

describe('The mediation console on a phone', () => {
  it('a price is changed on a phone', async () => {
    const { context, page: phone, faults } = await stage.signedIn('mediation', { width: 375 });
    await phone.getByRole('link', { name: 'Main menu, Android' }).first().click();
    const price = phone.getByLabel('CPM of AppLovin in US dollars');
    // At the lower edge of the window, where the buttons appear.
    await price.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight));
    await price.fill('0.44');
    const buttons = (await phone.locator('.save-bar').boundingBox())!;
    const before = (await phone.getByText(/^was \$/).boundingBox())!;
    expect(before.y + before.height).toBeLessThan(buttons.y);
    await phone.getByRole('button', { name: /^Preview and save/ }).click();
    await phone.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
    await phone.getByText('Saved.').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('on a phone the warning of an experiment stands beside the price that is typed', async () => {
    const { context, page: phone, faults } = await stage.signedIn('mediation', { width: 375 });
    await phone.getByRole('link', { name: 'Double the coins, Android' }).first().click();
    const price = phone.getByLabel('CPM of AppLovin (variant A) in US dollars');
    await price.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight));
    await price.fill('12.5');
    const bar = phone.locator('.save-bar');
    await bar.getByText(/^Variant B earns more .* before you change a price\.$/).waitFor();
    const was = (await phone.getByText(/^was \$/).boundingBox())!;
    expect(was.y + was.height).toBeLessThan((await bar.boundingBox())!.y);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('on a phone two groups are compared by bars below their prices, and named once above their differences', async () => {
    const { context, page: phone, faults } = await stage.signedIn('mediation', { width: 375 });
    await phone.getByRole('link', { name: 'Main menu, Android' }).first().click();
    await phone.getByRole('button', { name: 'More', exact: true }).click();
    await phone.getByRole('button', { name: 'Compare', exact: true }).click();
    await phone.getByLabel('Second group').selectOption({ label: 'After a race, Android' });
    const row = phone.locator('.waterfall tr').filter({ hasText: 'AppLovin' }).first();
    const bottom = async (target: Locator) => {
      const { y, height } = (await target.boundingBox())!;
      return y + height;
    };
    expect(await bottom(row.locator('.track'))).toBeGreaterThan(await bottom(row.getByText('$')));
    const differences = phone.getByRole('table', { name: 'Values that differ' });
    const labels = await differences
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-label')));
    expect(new Set(labels)).toEqual(new Set(['What', 'First', 'Second']));
    const names = phone.locator('.narrow-only');
    expect(await names.isVisible()).toBe(true);
    expect(await names.textContent()).toBe('First Main menu, AndroidSecond After a race, Android');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('on a phone the choice of the publisher scrolls away, and the bar with the menu stays', async () => {
    const { context, page: phone, faults } = await stage.signedIn('mediation', { width: 375 });
    const choice = phone.getByLabel('Publisher', { exact: true });
    await choice.waitFor();
    await phone.getByRole('link', { name: 'Main menu, Android' }).first().click();
    await phone.getByLabel('CPM of AppLovin in US dollars').scrollIntoViewIfNeeded();
    await phone.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect((await choice.boundingBox())!.y).toBeLessThan(0);
    const bar = (await phone.getByRole('banner').boundingBox())!;
    expect(bar.y).toBe(0);
    expect(bar.height).toBeLessThan(64);
    await phone.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => phone.getByRole('banner').getByLabel('Publisher').count()).toBe(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('on a phone the figures of a row of a report, and of a line, stand beside each other', async () => {
    const { context, page: phone, faults } = await stage.signedIn('mediation', { width: 375 });
    const isOneLine = async (row: Locator, ...labels: string[]) => {
      await row.getByText('$').first().waitFor();
      const tops = await Promise.all(
        labels.map(async (label) => (await row.locator(`[data-label="${label}"]`).boundingBox())!.y),
      );
      expect(new Set(tops).size, labels.join()).toBe(1);
    };
    await phone.getByRole('link', { name: 'All reports' }).click();
    await isOneLine(phone.locator('tbody tr').first(), 'Revenue', 'eCPM', 'Impressions');
    await phone.goBack();
    await phone.getByRole('link', { name: 'Main menu, Android' }).first().click();
    const line = phone.locator('.waterfall tr').filter({ hasText: 'InMobi bids' });
    await isOneLine(line, 'Revenue', 'eCPM', 'Fill rate');
    // Nothing above the rows says what they are.
    const after = line.locator('.revenue-share');
    expect(await after.evaluate((share) => getComputedStyle(share, '::after').content)).toContain(
      'of the group',
    );
    expect(await phone.locator('.waterfall .bar').first().isVisible()).toBe(false);
    expect(await phone.getByLabel('Logarithmic scale').isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await context.close();
  });
});
