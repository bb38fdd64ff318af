import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../../console/src/mediation/model/report.ts';
import { openedFor } from './support/opened-for.ts';

const { stage, visit, page } = await openedFor('mediation');

const DAY = 86_400_000;

describe('A report', () => {
  it('a split report has a chart of each metric, and its sums beside the period before', async () => {
    await page.goto(`${stage.urls.mediation}/console/`);
    await page.getByRole('link', { name: 'All reports' }).click();
    await page.getByLabel('Country').check();
    await page.locator('.chart').nth(2).locator('canvas').waitFor();
    const totals = page.getByRole('region', { name: 'Sums of the range' });
    expect(await totals.textContent()).toMatch(/[↑↓] [+−]/);
    expect(await page.locator('.chart').first().textContent()).toMatch(/most for [\w ]+ on/);
  });

  it('every metric has a chart, and its sum fits into its tile, on a phone too', async () => {
    const { pathname } = new URL(page.url());
    await page.goto(`${stage.urls.mediation}${pathname}?metrics=${METRICS.join()}`);
    await page.locator('.chart').last().locator('canvas').waitFor();
    const names = await page.locator('.tile dt').allTextContents();
    expect(names).toHaveLength(METRICS.length);
    expect(await page.locator('.chart h3').allTextContents()).toEqual(names);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page
        .locator('.tile dd')
        .evaluateAll((all) =>
          all
            .filter(
              (one) => one.scrollWidth > one.clientWidth || one.querySelector('strong')!.offsetHeight > 40,
            )
            .map(({ textContent }) => textContent),
        );
      expect(wide).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('says that there are too many rows for charts, which would lack the last days', async () => {
    const { pathname } = new URL(page.url());
    await page.route('**/mediationReport:generate', (route) => {
      const { reportSpec, ...rest } = route.request().postDataJSON();
      const fewer = reportSpec.dimensions.includes('COUNTRY') ? { maxReportRows: 9 } : {};
      return route.continue({ postData: { ...rest, reportSpec: { ...reportSpec, ...fewer } } });
    });
    await page.goto(`${stage.urls.mediation}${pathname}?splits=COUNTRY`);
    await page.getByText('There are too many rows for charts.').waitFor();
    expect(await page.locator('.chart').count()).toBe(0);
    await page.unroute('**/mediationReport:generate');
  });

  it('below the rows of a report stand their sums, with the eCPM of the sums, on a phone too', async () => {
    const { pathname } = new URL(page.url());
    await page.goto(`${stage.urls.mediation}${pathname}?splits=COUNTRY&time=none`);
    const total = page.locator('tfoot tr');
    await total.waitFor();
    const number = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''));
    const numbersIn = async (row: Locator) => (await row.locator('td').allTextContents()).map(number);
    const rows = await Promise.all((await page.locator('main tbody tr').all()).map(numbersIn));
    const [revenue = 0, ecpm = 0, impressions = 0] = await numbersIn(total);
    const sumOf = (index: number) => rows.reduce((sum, row) => sum + row[index]!, 0);
    expect(rows.length).toBeGreaterThan(2);
    expect(revenue).toBeCloseTo(sumOf(1), 1);
    expect(impressions).toBe(sumOf(3));
    expect(ecpm).toBeCloseTo((revenue / impressions) * 1000, 1);
    expect(await total.textContent()).toMatch(/^Total\$/);
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await total.locator('td').last().isVisible()).toBe(true);
    expect(await total.locator('td').last().getAttribute('data-label')).toBe('Impressions');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('days are compared only if each has numbers, else it says how many have', async () => {
    const { pathname } = new URL(page.url());
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`${stage.urls.mediation}${pathname}?from=${day(57)}&to=${day(50)}`);
    await page.getByText(/, is not compared with .*, with numbers for [1-7] of 8 days\.$/).waitFor();
    const totals = page.getByRole('region', { name: 'Sums of the range' });
    expect(await totals.textContent()).not.toMatch(/[↑↓→]/);
    await page.goto(`${stage.urls.mediation}${pathname}?from=${day(57)}&to=${day(2)}`);
    await page.getByText(/, is not compared with .*, with numbers for [1-7] of 56 days\.$/).waitFor();
    await page.goto(`${stage.urls.mediation}${pathname}?from=${day(7)}&to=${day(2)}`);
    await page.getByText(/, compared with [^,]*\.$/).waitFor();
    await page.goto(`${stage.urls.mediation}${pathname}?from=${day(5)}&to=${day(-2)}`);
    await page.getByText(/, with numbers for [456] of 8 days, is not compared with [^,]*\.$/).waitFor();
    expect(await totals.textContent()).not.toMatch(/[↑↓→]/);
  });

  it('nothing is compared with days before of which the numbers are not read', async () => {
    const { pathname } = new URL(page.url());
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const totals = page.getByRole('region', { name: 'Sums of the range' });
    const read = Promise.withResolvers<void>();
    await page.route('**/mediationReport:generate', async (route) => {
      const { dimensions } = route.request().postDataJSON().reportSpec;
      if (!dimensions.includes('DATE')) return route.continue();
      await read.promise;
      return route.fulfill({ status: 404, body: '{}', headers: { 'cache-control': 'no-store' } });
    });
    const sums = page.waitForResponse('**/mediationReport:generate');
    await page.goto(`${stage.urls.mediation}${pathname}?from=${day(9)}&to=${day(3)}`);
    await sums;
    expect(await totals.count()).toBe(0);
    read.resolve();
    await totals.getByText('nothing to compare').first().waitFor();
    expect(await page.getByText('compared with').count()).toBe(0);
    await page.unroute('**/mediationReport:generate');
  });

  it('a report of past days without numbers says so, and leads to the last days', async () => {
    const { pathname } = new URL(page.url());
    await page.goto(`${stage.urls.mediation}${pathname}?from=2020-01-01&to=2020-01-02`);
    await page.getByText(/^There are none for 1\s–\s2\sJan\s2020\.$/).waitFor();
    expect(await page.getByText('Numbers appear as soon as').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the last 28 days' }).click();
    await page.getByRole('button', { name: 'Export CSV' }).waitFor();
    expect(page.url()).not.toContain('2020');
    const last = (days: number, pressed: boolean) =>
      page.getByRole('button', { name: `Last ${days} days`, pressed }).waitFor();
    await last(28, true);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await last(7, true);
    await last(28, false);
    const from = page.getByLabel('From', { exact: true });
    const until = await page.getByLabel('Until', { exact: true }).inputValue();
    await expect
      .poll(async () => Date.parse(until) - Date.parse(await from.inputValue()))
      .toBe(6 * 86_400_000);
  });

  it('says which weeks and months the range cuts, and names months in words', async () => {
    const { pathname } = new URL(page.url());
    const text = (time: number, format: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...format }).format(time);
    const dayText = (time: number) => text(time, { day: 'numeric', month: 'short', year: 'numeric' });
    const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
    const rowsOf = async (query: string) => {
      await page.goto(`${stage.urls.mediation}${pathname}?${query}`);
      const cells = page.getByRole('table', { name: 'Rows of the report' }).locator('tbody td:first-child');
      await cells.filter({ hasText: 'partial' }).first().waitFor();
      return (await cells.allTextContents()).map((cell) => cell.replaceAll(/\s/g, ' '));
    };
    // Weeks of the reader, whose English is British, begin on Mondays: one that has been over for days.
    const past = Date.now() - 10 * DAY;
    const monday = past - ((new Date(past).getUTCDay() + 6) % 7) * DAY;
    const weeks = await rowsOf(`time=WEEK&from=${iso(monday - 5 * DAY)}&to=${iso(monday + 8 * DAY)}`);
    expect(weeks).toEqual([
      expect.stringMatching(new RegExp(`^${dayText(monday - 7 * DAY)}partial: only `)),
      dayText(monday),
      expect.stringMatching(new RegExp(`^${dayText(monday + 7 * DAY)}partial: only `)),
    ]);
    const months = await rowsOf(`time=MONTH&from=${iso(monday)}&to=${iso(monday)}`);
    expect(months).toEqual([
      `${text(monday, { month: 'long', year: 'numeric' })}partial: only ${dayText(monday)}`,
    ]);
  });

  it('the policy of the page held', () => expect(visit.faults).toEqual([]));
});
