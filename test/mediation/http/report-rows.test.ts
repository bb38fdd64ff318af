import { describe, expect, it } from 'vitest';
import { mediationOf } from '../../support/panels.ts';
import { APPLOVIN, DAY, date, useReportWorld } from './support/report-world.ts';
import { store } from './support/statistics.ts';
import { MINE, newGroup } from './support/world.ts';

const { world, generate, rowsOf, ids, group } = useReportWorld();

describe('The rows of a mediation report', () => {
  it('a mediation report has names for the ids of its rows', async () => {
    const dimensions = [
      'DATE',
      'AD_UNIT',
      'AD_SOURCE',
      'AD_SOURCE_INSTANCE',
      'MEDIATION_GROUP',
      'COUNTRY',
      'FORMAT',
      'PLATFORM',
    ];
    const [row] = await rowsOf({ dimensions, metrics: ['CLICKS'] });
    expect(row.dimensionValues).toMatchObject({
      DATE: { value: DAY.replaceAll('-', '') },
      APP: { value: ids.appId, displayLabel: 'Puzzle' },
      AD_UNIT: { value: ids.unitId, displayLabel: 'Start' },
      AD_SOURCE: { value: APPLOVIN, displayLabel: 'AppLovin' },
      AD_SOURCE_INSTANCE: { value: `ca-app-${MINE}:asi:${group.lineId}`, displayLabel: expect.any(String) },
      MEDIATION_GROUP: { value: `ca-app-${MINE}:mg:${group.groupId}`, displayLabel: 'Everywhere' },
      COUNTRY: { value: 'DE' },
      FORMAT: { value: 'banner' },
      PLATFORM: { value: 'Android' },
    });
  });

  it('a line that was removed keeps its label', async () => {
    const { path, lineId, group: all } = await newGroup(world(), { displayName: 'Shrinking' });
    const { displayName } = all.mediationGroupLines[lineId];
    const day = new Date(Date.parse(DAY) - 30 * 86_400_000).toISOString().slice(0, 10);
    const row = { time: `${day}T10:00:00Z`, adSourceId: APPLOVIN, line: lineId, impressions: 1 };
    await store(mediationOf(world().server).statistics, { publisherId: MINE }, [row]);
    const labels = async () => {
      const dateRange = { startDate: date(day), endDate: date(day) };
      const rows = await rowsOf({ dateRange, dimensions: ['AD_SOURCE_INSTANCE'] });
      return rows.map(({ dimensionValues }) => dimensionValues.AD_SOURCE_INSTANCE.displayLabel);
    };
    expect(await labels()).toEqual([displayName]);
    await world().done('PATCH', path, {
      query: { updateMask: `mediationGroupLines["${lineId}"].state` },
      body: { mediationGroupLines: { [lineId]: { state: 'REMOVED' } } },
    });
    expect((await world().done('GET', path.split('/').slice(0, -1).join('/'))).text).not.toContain(lineId);
    expect(await labels()).toEqual([displayName]);
  });

  it('a mediation report has all its metrics', async () => {
    const metrics = [
      'AD_REQUESTS',
      'CLICKS',
      'ESTIMATED_EARNINGS',
      'IMPRESSIONS',
      'IMPRESSION_CTR',
      'MATCHED_REQUESTS',
      'MATCH_RATE',
      'OBSERVED_ECPM',
    ];
    const [row] = await rowsOf({ dimensions: ['AD_SOURCE'], metrics });
    expect(row.metricValues).toEqual({
      AD_REQUESTS: { integerValue: '110' },
      CLICKS: { integerValue: '1' },
      ESTIMATED_EARNINGS: { microsValue: '2400000' },
      IMPRESSIONS: { integerValue: '44' },
      IMPRESSION_CTR: { doubleValue: 1 / 44 },
      MATCHED_REQUESTS: { integerValue: '55' },
      MATCH_RATE: { doubleValue: 0.5 },
      OBSERVED_ECPM: { microsValue: '54545455' },
    });
  });

  it('filters of a mediation report keep rows that match all of them', async () => {
    const filter = (dimension: string, ...values: string[]) => ({ dimension, matchesAny: { values } });
    const sums = async (...dimensionFilters: object[]) =>
      (await rowsOf({ dimensionFilters })).map((row) => row.metricValues.IMPRESSIONS.integerValue);
    expect(await sums(filter('AD_SOURCE', APPLOVIN))).toEqual(['44']);
    expect(await sums(filter('AD_SOURCE', APPLOVIN), filter('COUNTRY', 'US', 'FR'))).toEqual(['4']);
    expect(await sums(filter('AD_UNIT', ids.unitId), filter('DATE', DAY.replaceAll('-', '')))).toEqual([
      '46',
    ]);
    expect(await sums(filter('COUNTRY', 'us\0'))).toEqual([]);
    expect(await sums(filter('DATE', '20200101'))).toEqual([]);
  });

  it('a mediation report has no more rows than asked for, and counts all that match', async () => {
    const report = await generate({
      dimensions: ['COUNTRY'],
      sortConditions: [{ metric: 'IMPRESSIONS', order: 'ASCENDING' }],
      maxReportRows: 1,
    });
    expect(report[1].row.dimensionValues.COUNTRY.value).toBe('US');
    expect(report.at(-1)).toEqual({ footer: { matchingRowCount: '2' } });
  });

  it('a report in another time zone is made from hours', async () => {
    const next = new Date(Date.parse(DAY) + 86_400_000).toISOString().slice(0, 10);
    const report = await generate({
      dateRange: { startDate: date(DAY), endDate: date(next) },
      dimensions: ['DATE'],
      timeZone: 'Pacific/Auckland',
    });
    const days = report
      .slice(1, -1)
      .map(({ row }) => [row.dimensionValues.DATE.value, row.metricValues.IMPRESSIONS.integerValue]);
    // Midnight of Auckland is at 11:00 or 12:00 UTC.
    expect(days.map(([day]) => day)).toEqual([DAY, next].map((day) => day.replaceAll('-', '')));
    expect(days.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(46);
    expect(report[0].header.reportingTimeZone).toBe('Pacific/Auckland');
  });

  it('a report in a zone with half hours warns that hours are not split', async () => {
    const report = await generate({
      timeZone: 'Asia/Kolkata',
      dateRange: { startDate: date('2026-01-01'), endDate: date(DAY) },
    });
    expect(report.at(-1).footer.warnings).toMatchObject([{ type: 'OTHER' }]);
  });

  it('a report in another currency warns, and leaves out amounts without a rate', async () => {
    const report = await generate({
      metrics: ['ESTIMATED_EARNINGS', 'CLICKS'],
      localizationSettings: { currencyCode: 'EUR' },
    });
    expect(report[0].header.localizationSettings.currencyCode).toBe('EUR');
    expect(report[1].row.metricValues).toEqual({ CLICKS: { integerValue: '2' } });
    expect(report.at(-1).footer.warnings).toMatchObject([
      { type: 'REPORT_CURRENCY_NOT_ACCOUNT_CURRENCY' },
      { type: 'OTHER' },
    ]);
  });
});
