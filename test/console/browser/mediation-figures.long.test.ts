import type { Locator, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { countedClicks } from './support/counted-clicks.ts';
import { openedFor } from './support/opened-for.ts';

const { stage, visit, page } = await openedFor('mediation');

const { begin, click, group, button } = countedClicks(page, stage.urls.mediation);

describe('Figures beside the waterfall', () => {
  it('the first screen says what was earned, what runs and who leads by how much, what changed and what is wrong', async () => {
    await begin();
    await page
      .locator('.tile')
      .filter({ hasText: 'Revenue' })
      .getByText(/\$[\d,]{3}/)
      .waitFor();
    await page.locator('.chart canvas').first().waitFor();
    const experiments = page.getByRole('region', { name: 'Experiments' });
    await experiments
      .locator('.badge')
      .filter({ hasText: /^▲ To decide$/ })
      .waitFor();
    await experiments.getByText(/^Double the coins, Android · Day \d+ of 90$/).waitFor();
    expect(await experiments.textContent()).toMatch(
      /\+[\d.]+% revenue for each user with variant B, between \+/,
    );
    await page
      .getByRole('region', { name: 'What changed last' })
      .getByText('You', { exact: true })
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'What changed last' }).getByText('Variant B was kept').waitFor();
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings
      .getByRole('link', { name: /^The top line fills often: a higher price may earn more/ })
      .waitFor();
    // What is wrong stands before what could be better; a mapping without a use is neither.
    expect(await findings.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'What is wrong',
      'What could be better',
    ]);
    expect(await findings.getByText('Unused mapping').count()).toBe(0);
    for (const name of ['Main menu', 'After a race', 'Double the coins']) await group(name).waitFor();
  });

  it('each line has its revenue, eCPM, fill and share beside its price', async () => {
    await begin();
    await click(group('Double the coins'));
    const row = page.getByRole('row').filter({ hasText: 'AppLovin' }).first();
    const cell = (label: string) => row.locator(`[data-label="${label}"]`);
    await cell('Revenue').getByText('%').waitFor();
    expect(await cell('Revenue').textContent()).toMatch(/^\$[\d,.]+\d+(\.\d)?%$/);
    expect(await cell('eCPM').textContent()).toMatch(/^\$[\d.]+$/);
    expect(await cell('Fill rate').textContent()).toMatch(/^[\d.]+%$/);
  });

  it('on a phone, a line that will be removed takes no more room than before', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await begin();
    await click(group('Double the coins'));
    const row = page.getByRole('row').filter({ hasText: 'AppLovin' }).first();
    await row.locator('[data-label="Revenue"]').getByText('%').waitFor();
    const before = (await row.boundingBox())!.height;
    await row.getByRole('button', { name: /^Remove/ }).click();
    await row.getByText('will be removed').waitFor();
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(before);
    await row.getByRole('button', { name: /^Keep/ }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('on a phone, the bar and the percentage of a line’s share do not wrap', async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    const share = page.locator('.revenue-share').first();
    const [height, line] = await share.evaluate((element) => [
      element.clientHeight,
      Number.parseFloat(getComputedStyle(element).fontSize),
    ]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(height).toBeLessThan(2 * line!);
  });

  it('the page of a group has the sums of the group beside those of the week before', async () => {
    await begin();
    await click(group('Main menu'));
    const sums = page.getByRole('region', { name: 'Sums of the range' });
    await sums.getByText('Revenue').waitFor();
    const tiles = await sums.locator('.tile').allTextContents();
    expect(tiles).toEqual([
      expect.stringMatching(/^Revenue\$[\d,]+\.\d\d[↑↓→] [+−]?[\d.]+%$/),
      expect.stringMatching(/^eCPM\$/),
      expect.stringMatching(/^Fill rate[\d.]+%[↑↓→] [+−]?\d\.\d points$/),
      expect.stringMatching(/^Impressions[\d,]+/),
    ]);
    // A group earns less than the account.
    const ofGroup = Number(tiles[0]!.match(/[\d,]+/)![0].replaceAll(',', ''));
    await begin();
    const all = page.locator('.tile').filter({ hasText: 'Revenue' });
    await all.getByText(/\$[\d,]{3}/).waitFor();
    const ofAll = (await all.textContent())!.match(/[\d,]+/)![0];
    expect(ofGroup).toBeLessThan(Number(ofAll.replaceAll(',', '')));
  });

  it('the page of a group asks for all that it shows with the group, and before what the menu counts', async () => {
    await begin();
    await click(group('Main menu'));
    await button('Add line').waitFor();
    const asked: string[] = [];
    const note = (request: Request) => asked.push(`${request.method()} ${request.url()}`);
    const [is, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/mediationGroups\/\d+$/, async (route) => {
      is.resolve();
      await may.promise;
      await route.continue();
    });
    page.on('request', note);
    await page.reload();
    await is.promise;
    const parts = [
      /\/catalogue$/,
      /\/apps$/,
      /\/adUnits$/,
      /\/lastChanges\?/,
      /\/lint\?mediationGroupId=/,
      /^POST .*\/mediationReport:generate$/,
    ];
    const missing = () => parts.filter((part) => !asked.some((one) => part.test(one)));
    await expect.poll(missing).toEqual([]);
    const reports = () => asked.filter((one) => one.includes('mediationReport')).length;
    await expect.poll(reports).toBe(4);
    expect(asked.filter((one) => /lint\?fields=counts|mediationAbExperiments/.test(one))).toEqual([]);
    may.resolve();
    await button('Add line').waitFor();
    await page.locator('.place-row .waits').first().waitFor();
    expect(reports()).toBe(4);
    page.off('request', note);
    await page.unroute(/\/mediationGroups\/\d+$/);
  });

  it('two groups are compared by the names of their mappings, not by ids', async () => {
    await begin();
    await click(group('Main menu'));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByLabel('Second group').selectOption({ label: 'After a race, Android' });
    const differences = page.getByRole('table', { name: 'Values that differ' });
    await differences.getByText('AppLovin – Main menu').waitFor();
    await differences.getByText('AppLovin – After a race').waitFor();
    expect(await differences.textContent()).not.toMatch(/\d{8}/);
  });

  it('the list of groups says of which days its figures are, has its columns beside its filters, and counts lines as the page of a group', async () => {
    await begin();
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await page.getByText(/Figures are of the last seven days, \d.+\s20\d\d\.$/).waitFor();
    const summary = (text: string) => page.locator('.filters summary').filter({ hasText: text });
    const top = async (text: string) => (await summary(text).boundingBox())!.y;
    expect(Math.abs((await top('Columns')) - (await top('More filters')))).toBeLessThan(8);
    const row = page.getByRole('row').filter({ hasText: 'Double the coins' });
    const names = page.locator('main tbody .group-name');
    expect(await names.allTextContents()).toEqual(
      ['Double the coins', 'After a race', 'Main menu'].map((name) => `${name}, Android`),
    );
    await page.getByRole('columnheader', { name: 'Revenue' }).and(page.locator('[aria-sort]')).waitFor();
    await page.getByText('Ordered by revenue of these days, the largest first.').waitFor();
    // As the menu counts it.
    await row.getByText('Experiment to decide').waitFor();
    for (const variant of ['A', 'B'])
      await row.getByText(`${variant}: 2 bidding, 2 priced`, { exact: true }).waitFor();
    await click(group('Double the coins'));
    await page.locator('main .badge').getByText('Experiment to decide').waitFor();
    for (const variant of ['A', 'B'])
      await page
        .getByRole('textbox', { name: new RegExp(`^CPM of ironSource \\(variant ${variant}\\)`) })
        .waitFor();
    await page
      .getByText(
        /^Variant A: 2 bidding and 2 priced lines; highest price \$11\.20\. Variant B: 2 bidding and 2 priced lines; highest price \$12\.40\.$/,
      )
      .waitFor();
    await click(page.getByRole('button', { name: 'More', exact: true }));
    await click(page.getByRole('button', { name: 'Compare', exact: true }));
    await page.getByText(/^The waterfalls of both on one scale/).waitFor();
    await click(page.getByRole('link', { name: 'All groups', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Mediation groups' }).waitFor();
  });

  it('the list of groups without figures does not say that it is ordered by revenue', async () => {
    await page.route('**/mediationReport:generate', (route) =>
      route.fulfill({ status: 404, body: '{}', headers: { 'cache-control': 'no-store' } }),
    );
    await begin();
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await group('Main menu').waitFor();
    await page.locator('main p').getByText('Choose two groups').last().waitFor();
    expect(await page.getByText('Ordered by').count()).toBe(0);
    expect(await page.locator('[aria-sort]').count()).toBe(0);
    await page.unroute('**/mediationReport:generate');
  });

  it('ad sources with lines stand first, count those of the three groups without variant B, and say what they serve', async () => {
    await begin();
    await page.getByRole('link', { name: 'Ad sources', exact: true }).click();
    const count = page
      .getByRole('row', { name: /^AppLovin Android/ })
      .getByRole('cell')
      .last();
    await expect.poll(() => count.textContent()).toBe('3');
    const own = page.getByRole('row', { name: /^AdMob Network Own network/ });
    expect(await own.locator('[data-label="Formats"]').textContent()).toBe('All');
    const lines = await page.locator('[data-label="Lines"]').allTextContents();
    expect(lines.map((text) => text === '0').join()).toMatch(/^false,(?:false,)*true(?:,true)*$/);
  });

  it('the advice to keep a variant has a button for it', async () => {
    await begin();
    await click(group('Double the coins'));
    await page.getByRole('tab', { name: 'Experiment' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.notice').getByRole('button', { name: 'Stop and keep variant B' }).click();
    expect(await dialog.getByLabel('Keep variant B').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('the page warns before the price of a running experiment is changed', async () => {
    await begin();
    await click(group('Double the coins'));
    await page.getByLabel('CPM of AppLovin (variant A) in US dollars').fill('12.5');
    const warning = /Variant B earns more \(\+\d+\.\d%\)\. Stop the experiment before you change a price/;
    await page.locator('.notice.care').getByText(warning).waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    await dialog.locator('.notice').getByText(warning).waitFor();
    await dialog.getByRole('link', { name: 'See the result' }).waitFor();
    await dialog.getByText('+11.6%', { exact: true }).waitFor();
    // Hints that the group has already are not said again.
    await dialog.getByText('Nothing: no rule finds a problem with this change.').waitFor();
    // A second press saves nothing.
    await page.keyboard.press('Control+s');
    const save = dialog.getByRole('button', { name: 'Save although an experiment runs', exact: true });
    // A price can be rolled back.
    expect(await save.getAttribute('class')).toContain('main');
    expect(await save.isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    // Back in the field, it restores the price.
    await page.keyboard.press('Escape');
    await page.getByText(/^was \$/).waitFor({ state: 'detached' });
  });

  it('the preview warns of a price that is several times the one before, which lint cannot know', async () => {
    await begin();
    await click(group('Double the coins'));
    await page.getByLabel('CPM of AppLovin (variant A) in US dollars').fill('55');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('+391.1%', { exact: true }).waitFor();
    const finding = dialog.locator('.finding-line').first();
    await finding
      .getByText('AppLovin (variant A): CPM: $55.00 is 4.9 times the present price of $11.20.')
      .waitFor();
    expect(await finding.locator('.badge').textContent()).toMatch(/Warning$/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText(/^was \$/).waitFor({ state: 'detached' });
  });

  it('a price that is typed before the experiment is read stays, and the page warns at once', async () => {
    await begin();
    const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
    const list = /mediationAbExperiments(\?|$)/;
    await page.route(list, (route) => isTyped.then(() => route.continue()));
    await click(group('Double the coins'));
    const price = page.getByLabel('CPM of AppLovin (variant A) in US dollars');
    await price.fill('12.5');
    const warning = page.locator('.notice.care');
    await warning.getByText('An experiment runs, and you change a price of it.').waitFor();
    release();
    await warning.getByText(/^Variant B earns more/).waitFor();
    expect(await price.inputValue()).toBe('12.5');
    await page.unroute(list);
    await price.press('Escape');
    await page.getByText(/^was \$/).waitFor({ state: 'detached' });
  });

  it('regions and priority are changed on the page of the group', async () => {
    await begin();
    await click(group('After a race'));
    await page.getByLabel('Only in these regions').fill('us ca');
    await page.getByLabel('Priority').fill('high');
    await click(button(/^Preview and save/));
    await page
      .getByRole('alert')
      .getByRole('button', { name: /^Priority: Is not a number from 1 to/ })
      .waitFor();
    await page.getByLabel('Priority').fill('5');
    await click(button(/^Preview and save/));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('US, CA').first().waitFor();
    const gap = /^“After a race”: no group applies to requests from other regions/;
    await dialog.getByText(gap).waitFor();
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(page.url().replace(/groups\/.*/, 'lint'));
    await page.getByText(gap).waitFor();
    await page.goBack();
    expect(await page.getByLabel('Only in these regions').inputValue()).toBe('US, CA');
    expect(await page.getByLabel('Priority').inputValue()).toBe('5');
  });

  it('an earlier experiment opens with its result, its looks and the rules behind it', async () => {
    await begin();
    await click(page.getByRole('link', { name: 'A higher price for AppLovin' }).first());
    const kept = page.locator('.notice').filter({ hasText: 'Variant B was kept' });
    await kept.getByText(/^Stopped by (?!\W)/).waitFor();
    await kept.locator('time').waitFor();
    const result = page.getByRole('region', { name: 'What the result rests on' });
    await result.getByText('A daily look found the difference above zero, with its bounds').waitFor();
    await result.getByRole('button', { name: /^Show as/ }).click();
    expect(
      await result
        .getByRole('table', { name: /daily looks/ })
        .getByRole('row')
        .count(),
    ).toBeGreaterThan(10);
  });

  it('what a change did is shown whole in the list of changes', async () => {
    await begin();
    await click(page.getByRole('link', { name: 'All changes' }));
    const did = page.locator('.log-text > .soft');
    await did.first().waitFor();
    const cut = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length;
    expect(await did.evaluateAll(cut)).toBe(0);
    expect(await did.first().evaluate((one) => getComputedStyle(one).whiteSpace)).toBe('normal');
    const row = page.locator('.log-text', { hasText: 'created the mapping ironSource – Main menu' });
    await row.getByText('– Ad unit Northwind Rally › Main menu').waitFor();
  });

  it('the result of an experiment, with what to do, stands above its split and times', async () => {
    await begin();
    await click(page.getByRole('link', { name: 'A higher price for ironSource' }).first());
    const box = page.getByRole('region', { name: 'A higher price for ironSource' });
    const keep = box.getByRole('button', { name: 'Stop and keep variant B' });
    const top = async (target: Locator) => (await target.boundingBox())!.y;
    const lift = await top(box.getByText(/revenue for each user with variant B, between \+/));
    const split = await top(box.getByText('50% of the users get variant A, 50% variant B.'));
    expect([lift, await top(keep), split].toSorted((one, other) => one - other)[2]).toBe(split);
    const difference = box.getByText(/^Variant B asks ironSource at \$\d+\.\d\d instead of \$\d+\.\d\d$/);
    expect(await top(difference)).toBeLessThan(lift);
  });

  it('the policy of the page held', () => expect(visit.faults).toEqual([]));
});
