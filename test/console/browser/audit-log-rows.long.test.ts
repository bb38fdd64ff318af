import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { axeFindings } from './support/axe.ts';
import { openedFor } from './support/opened-for.ts';
import { LICENSED } from './support/story.ts';

const { id: HOLDER, name: NAME } = LICENSED;

const { stage, visit } = await openedFor('operators');

describe('The audit log', () => {
  it('says in sentences who did what to whom, and finds kinds of events by words', async () => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/audit-log?holderId=${HOLDER}`);
    const log = page.getByRole('list').filter({ has: page.getByRole('listitem') });
    await log.getByText(NAME).first().waitFor();
    await page.getByText('Times are in UTC.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('sent a proofing');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the filter sent a proofing' }).waitFor();
    expect(page.url()).toContain('subject=proofing&event=create');
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('What changed in mediation', () => {
  const open = async (subject: string) => {
    const { page } = visit;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${stage.urls.operators}/console/audit-log?subject=${subject}`);
    return page;
  };

  it('is in one row with the name of the group, which links to the group', async () => {
    const page = await open('mediationGroup');
    const row = page.getByRole('listitem').filter({ hasText: ' – AppLovin: CPM $9.80 → $11.20' }).last();
    const link = row.getByRole('link', { name: 'Double the coins, Android' });
    const address = new RegExp(`^${stage.urls.mediation}/console/pub-\\d+/groups/\\d+$`);
    expect(await link.getAttribute('href')).toMatch(address);
    expect((await row.boundingBox())?.height, 'one line').toBeLessThan(45);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is, for an experiment, the share of users who get variant B, with a link to the experiment', async () => {
    const page = await open('mediationAbExperiment');
    const row = page.getByRole('listitem').filter({ hasText: ' – Users with variant B 50%' }).last();
    const address = await row.getByRole('link', { name: /^A higher price/ }).getAttribute('href');
    expect(address).toMatch(/\/groups\/\d+\?tab=experiment&experiment=%22\d+%22$/);
  });
});

describe('Looks in the audit log', () => {
  const look = () => callAdmin(stage.server.operator, 'nameHolders', { ids: [HOLDER] });
  /** A search without a result; its entry ends a row of equal looks. */
  const find = () =>
    callAdmin(stage.server.operator, 'searchHolders', { familyName: 'Unknown', birthDate: '1900-01-01' });
  const address = async () => {
    const { events } = await callAdmin(stage.server.operator, 'listEvents', {
      subject: 'holderNames',
      orderBy: 'time desc',
      pageSize: 1,
    });
    return `${stage.urls.operators}/console/audit-log?operatorId=${events[0]?.operatorId}`;
  };

  it('equal ones of a person are one row, which opens by keyboard to the single entries', async () => {
    await find();
    for (let count = 0; count < 30; count += 1) await look();
    const { page, faults } = visit;
    await page.goto(await address());
    const row = page.getByRole('listitem').filter({ hasText: ', 30 times (up to 30 names)' });
    await row.getByText('looked at names of holders').waitFor();
    const time = row.locator('time').first();
    expect(await time.textContent()).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(await time.getAttribute('title')).toMatch(/^(\d\d:\d\d:\d\d–)?\d\d:\d\d:\d\d$/);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await row.boundingBox())?.height, 'one line').toBeLessThan(45);
    const button = row.getByRole('button', { name: 'Details of 30 entries', expanded: false });
    await button.press('Enter');
    await row.getByRole('button', { name: 'Details of 30 entries', expanded: true }).waitFor();
    expect(await row.getByRole('listitem').count()).toBe(30);
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button', { name: 'Details' }).last().press('Enter');
    await page.getByRole('dialog', { name: 'Entry of the audit log' }).waitFor();
    await page.keyboard.press('Escape');
    expect(faults).toEqual([]);
  });

  it('pages have every entry once, also if others come in meanwhile', async () => {
    for (let count = 0; count < 40; count += 1) {
      await find();
      await look();
      await look();
    }
    const { page } = visit;
    await page.goto(await address());
    const operatorId = new URL(page.url()).searchParams.get('operatorId') ?? '';
    const { events } = await callAdmin(stage.server.operator, 'listEvents', {
      operatorId,
      orderBy: 'time desc',
      pageSize: 500,
    });
    const rows = page.locator('.log > section > .log-rows > li');
    const shown: string[] = [];
    for (let number = 0; number < 3; number += 1) {
      if (number > 0) {
        await find();
        const first = await rows.first().elementHandle();
        await page.getByRole('button', { name: 'Next' }).click();
        await first?.waitForElementState('hidden');
      }
      await rows.nth(24).waitFor();
      expect(await rows.count()).toBe(25);
      const closed = rows.locator('button[aria-expanded="false"]');
      await closed.evaluateAll((all) => {
        for (const one of all) (one as HTMLElement).click();
      });
      await closed.first().waitFor({ state: 'detached' });
      // A row that stands for several has the time of the last one.
      const times = page.locator('.log-row:not(:has(.log-row)) > time');
      shown.push(...(await times.evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''))));
    }
    const newest = events.slice(0, shown.length).map(({ time }) => time);
    expect(shown.toSorted()).toEqual(newest.toSorted());
  });
});
