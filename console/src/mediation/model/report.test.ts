import { describe, expect, it } from 'vitest';
import { type RateProblem, rateProblem } from '../../../../src/mediation/contract/rate-warning.ts';
import { footerOf } from '../../../../src/mediation/reports/report-footer.ts';
import { cellsOf, dimensionText, metricText, type ReportRow, specOf, usualSort } from './report.ts';

const row: ReportRow = {
  dimensionValues: { DATE: { value: '20260302' }, APP: { value: 'ca-app-pub-1~1', displayLabel: 'Puzzle' } },
  metricValues: {
    ESTIMATED_EARNINGS: { microsValue: '1250000' },
    MATCH_RATE: { doubleValue: 0.5 },
    CLICKS: { integerValue: '3' },
  },
};

describe('The report of the mediation console', () => {
  it('the chosen columns of a report become its spec', () => {
    const chosen = {
      from: '2026-03-01',
      to: '2026-03-31',
      dimensions: ['DATE'],
      metrics: ['CLICKS'],
      rows: 500,
    } as const;
    expect(specOf({ ...chosen, sort: 'CLICKS' })).toEqual({
      dateRange: { startDate: { year: 2026, month: 3, day: 1 }, endDate: { year: 2026, month: 3, day: 31 } },
      dimensions: ['DATE'],
      metrics: ['CLICKS'],
      sortConditions: [{ metric: 'CLICKS', order: 'DESCENDING' }],
      maxReportRows: 500,
    });
    expect(specOf({ ...chosen, sort: 'DATE' }).sortConditions).toEqual([
      { dimension: 'DATE', order: 'ASCENDING' },
    ]);
  });

  it('days follow each other, and other rows begin with the most revenue, if no column is chosen', () => {
    expect(usualSort(['DATE', 'COUNTRY', 'IMPRESSIONS', 'ESTIMATED_EARNINGS'])).toBe('DATE');
    expect(usualSort(['COUNTRY', 'IMPRESSIONS', 'ESTIMATED_EARNINGS'])).toBe('ESTIMATED_EARNINGS');
    expect(usualSort(['COUNTRY', 'IMPRESSIONS'])).toBe('IMPRESSIONS');
  });

  it('a report shows labels, dates, money, rates and missing values as people write them', () => {
    expect([dimensionText(row, 'DATE'), dimensionText(row, 'APP')]).toEqual(['2026-03-02', 'Puzzle']);
    const texts = ['ESTIMATED_EARNINGS', 'MATCH_RATE', 'CLICKS', 'OBSERVED_ECPM'].map((metric) =>
      metricText(row.metricValues[metric], 'EUR', 'en'),
    );
    expect(texts).toEqual(['€1.25', '50.0%', '3', '–']);
  });

  it.each([
    ['JPY', '¥1,235'],
    ['KWD', 'KWD\u00a01,234.568'],
  ])('money in %s has the decimals of its currency: %s', (currency, text) => {
    expect(metricText({ microsValue: '1234567890' }, currency, 'en')).toBe(text);
  });

  it('a file has ids, labels and plain numbers', () => {
    expect(cellsOf(row, { dimensions: ['APP'], metrics: ['ESTIMATED_EARNINGS', 'OBSERVED_ECPM'] })).toEqual([
      'ca-app-pub-1~1',
      'Puzzle',
      1.25,
      undefined,
    ]);
  });

  it('a file has amounts and counts that no float holds', () => {
    const large = {
      dimensionValues: {},
      metricValues: {
        ESTIMATED_EARNINGS: { microsValue: '18014398509481986' },
        IMPRESSIONS: { integerValue: '9007199254740993' },
      },
    };
    expect(cellsOf(large, { dimensions: [], metrics: ['ESTIMATED_EARNINGS', 'IMPRESSIONS'] })).toEqual([
      '18014398509.481986',
      '9007199254740993',
    ]);
  });

  it('a warning about a missing exchange rate is recognized, so that the page can say what to do', () => {
    const none = {
      delayed: false,
      otherCurrency: false,
      withoutRate: '',
      rateProblem: 'noRateOfDay' as RateProblem,
      splitHours: false,
      daysOnly: false,
      cut: false,
      withoutHours: false,
    };
    const warningsOf = (caveats: Partial<typeof none>) =>
      footerOf(1, { ...none, ...caveats }).warnings?.map(({ description }) => description) ?? [];
    expect(warningsOf({ withoutRate: 'CHF, NOK' })).toEqual([
      'Amounts are left out because no rate of CHF, NOK is known for their day or the 7 days before.',
    ]);
    expect(warningsOf({ withoutRate: 'CHF', rateProblem: 'noFile' })).toEqual([
      'Amounts are left out because no rate of CHF is known: no exchange rates are configured.',
    ]);
    expect(warningsOf({ withoutRate: 'CHF, NOK' }).map(rateProblem)).toEqual([
      { currencies: 'CHF, NOK', problem: 'noRateOfDay' },
    ]);
    expect(warningsOf({ withoutRate: 'CHF', rateProblem: 'noFile' }).map(rateProblem)).toEqual([
      { currencies: 'CHF', problem: 'noFile' },
    ]);
    expect(warningsOf({ withoutRate: 'CHF', rateProblem: 'emptyFile' }).map(rateProblem)).toEqual([
      { currencies: 'CHF', problem: 'emptyFile' },
    ]);
    expect(warningsOf({ delayed: true, otherCurrency: true }).flatMap(rateProblem)).toEqual([
      undefined,
      undefined,
    ]);
  });
});
