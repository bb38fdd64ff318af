import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricBit } from '../ports/statistics.ts';
import { Combinations } from './combination-limit.ts';
import { Rates } from './currency-conversion.ts';
import type { Summed } from './metric-sums.ts';
import { METRICS, type Metric } from './metric-values.ts';
import { rowPrinter } from './print-rows.ts';
import { footerOf } from './report-footer.ts';
import { headerOf, localeOf } from './report-locale.ts';
import { Rows } from './report-rows.ts';
import type { ReportSpec } from './report-spec.ts';
import { queryOf, type StatisticsQuery } from './statistics-query.ts';

const publisherId = 'pub-1234567890123456';
const account = { publisherId, currencyCode: 'EUR', reportingTimeZone: 'Europe/Berlin' };
const RATES = new Rates([{ date: '2026-03-01', currency: 'USD', rate: '1.25' }], 'EUR');
const march: ReportSpec = {
  dateRange: { startDate: { year: 2026, month: 3, day: 1 }, endDate: { year: 2026, month: 3, day: 8 } },
};

/** What sources sent for one day, in one currency. */
interface Bin {
  readonly day: string;
  readonly values: readonly string[];
  readonly currency: string;
  readonly feedNo?: number;
  readonly adRequests?: number;
  readonly matchedRequests?: number;
  readonly impressions?: number;
  readonly clicks?: number;
  readonly revenueMicros?: number;
}

const STORED = {
  APP: 'app',
  AD_UNIT: 'adUnit',
  AD_SOURCE_INSTANCE: 'line',
  MEDIATION_GROUP: 'mediationGroup',
  COUNTRY: 'country',
  FORMAT: 'format',
  PLATFORM: 'platform',
  MOBILE_OS_VERSION: 'osVersion',
} as const;

/** The combination of dimensions of a bin, whose values are in the order of the report. */
function combinationOf(
  { values, currency }: Bin,
  keyNo: number,
  { groupBy }: StatisticsQuery,
  names: readonly string[],
) {
  const stored: Record<string, string> = { currency };
  for (const [index, dimension] of groupBy.entries())
    if (dimension in STORED) stored[STORED[dimension as keyof typeof STORED]] = values[index]!;
  return [keyNo, 0, ...names.map((name) => stored[name] ?? '')] as const;
}

const bin = (of: Partial<Bin>): Bin => ({ day: '2026-03-01', values: [], currency: 'EUR', ...of });

function done<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function reported(spec: ReportSpec, bins: readonly Bin[], rates = RATES) {
  const { currency, weekStart, language } = localeOf(spec, account);
  const query = queryOf(spec, { publisherId, timeZone: 'UTC', weekStart });
  const combinations = new Combinations(query);
  const { names } = combinations;
  done(combinations.add(bins.map((each, keyNo) => combinationOf(each, keyNo, query, names))));
  const rows = new Rows(spec, { rates, currency, weekStart, combinations });
  for (const [keyNo, { day, values, currency: _, feedNo = 1, ...sums }] of bins.entries()) {
    const adSourceId = values[query.groupBy.indexOf('AD_SOURCE')] ?? '';
    done(rows.start({ feedNo, adSourceId }, day));
    done(rows.makeRoom(1));
    const sent = Object.keys(sums) as Summed[];
    const metrics = sent.reduce((bits, metric) => bits | metricBit(metric), 0);
    rows.add([0, keyNo, ...rows.summed.map((metric) => sums[metric] ?? 0)], metrics);
  }
  const { rows: found, ...rest } = done(rows.finish());
  const labels: Readonly<Record<string, string>> = { APP: 'Puzzle', AD_UNIT: 'Start', AD_SOURCE: '7' };
  const print = rowPrinter(spec, { publisherId, language, labelOf: (dimension) => labels[dimension] });
  return { ...rest, rows: found.map(print) };
}

describe('A report', () => {
  it('a report has rows in the form of the interface', () => {
    const spec: ReportSpec = {
      ...march,
      dimensions: ['DATE', 'APP'],
      metrics: ['ESTIMATED_EARNINGS', 'IMPRESSIONS', 'MATCH_RATE'],
    };
    const sums = { adRequests: 840, matchedRequests: 420, impressions: 420, revenueMicros: 1_250_000 };
    expect(reported(spec, [bin({ values: ['0000000001'], ...sums })])).toEqual({
      matching: 1,
      withoutRate: [],
      rows: [
        {
          dimensionValues: {
            DATE: { value: '20260301' },
            APP: { value: 'ca-app-pub-1234567890123456~0000000001', displayLabel: 'Puzzle' },
          },
          metricValues: {
            ESTIMATED_EARNINGS: { microsValue: '1250000' },
            IMPRESSIONS: { integerValue: '420' },
            MATCH_RATE: { doubleValue: 0.5 },
          },
        },
      ],
    });
  });

  it('a report by AD_UNIT also has the dimension APP', () => {
    const spec: ReportSpec = { ...march, dimensions: ['AD_UNIT'], metrics: ['CLICKS'] };
    expect(reported(spec, [bin({ values: ['0000000001', '0000000002'] })]).rows[0]!.dimensionValues).toEqual({
      APP: { value: 'ca-app-pub-1234567890123456~0000000001', displayLabel: 'Puzzle' },
      AD_UNIT: { value: 'ca-app-pub-1234567890123456/0000000002', displayLabel: 'Start' },
    });
  });

  it('a report writes values as the interface does, and adds labels only if they differ', () => {
    const dimensions = [
      'AD_SOURCE',
      'AD_SOURCE_INSTANCE',
      'MEDIATION_GROUP',
      'COUNTRY',
      'FORMAT',
      'PLATFORM',
      'MOBILE_OS_VERSION',
    ] as const;
    const spec: ReportSpec = {
      ...march,
      dimensions,
      metrics: ['CLICKS'],
      localizationSettings: { languageCode: 'de' },
    };
    const values = ['7', '88', '99', 'CH', 'REWARDED_INTERSTITIAL', 'IOS', 'iOS 13.5.1'];
    expect(reported(spec, [bin({ values })]).rows[0]!.dimensionValues).toEqual({
      AD_SOURCE: { value: '7' },
      AD_SOURCE_INSTANCE: { value: 'ca-app-pub-1234567890123456:asi:88' },
      MEDIATION_GROUP: { value: 'ca-app-pub-1234567890123456:mg:99' },
      COUNTRY: { value: 'CH', displayLabel: 'Schweiz' },
      FORMAT: { value: 'rewarded_interstitial' },
      PLATFORM: { value: 'iOS' },
      MOBILE_OS_VERSION: { value: 'iOS 13.5.1' },
    });
  });

  it('an unknown country in a report has no label', () => {
    const spec: ReportSpec = { ...march, dimensions: ['COUNTRY'], metrics: ['CLICKS'] };
    const codes = ['', 'XQ', 'other'].map((code) => reported(spec, [bin({ values: [code] })]).rows[0]!);
    expect(codes.map(({ dimensionValues }) => dimensionValues.COUNTRY)).toEqual([
      { value: '' },
      { value: 'XQ' },
      { value: 'other' },
    ]);
  });

  it('a metric has no value after a division by zero, or if no source reported its data', () => {
    const metrics = (Object.keys(METRICS) as Metric[]).filter((metric) =>
      (METRICS[metric].reports as readonly string[]).includes('mediation'),
    );
    const { rows } = reported({ ...march, metrics }, [bin({ impressions: 0, clicks: 0, revenueMicros: 0 })]);
    expect(rows[0]!.metricValues).toEqual({
      IMPRESSIONS: { integerValue: '0' },
      CLICKS: { integerValue: '0' },
      ESTIMATED_EARNINGS: { microsValue: '0' },
    });
  });

  it('earnings, eCPM and rates in a report follow their formulas', () => {
    const metrics = ['OBSERVED_ECPM', 'IMPRESSION_CTR', 'IMPRESSION_RPM', 'SHOW_RATE'] as const;
    const sums = { matchedRequests: 16, impressions: 8, clicks: 2, revenueMicros: 20 };
    expect(reported({ ...march, metrics }, [bin(sums)]).rows[0]!.metricValues).toEqual({
      OBSERVED_ECPM: { microsValue: '2500' },
      IMPRESSION_CTR: { doubleValue: 0.25 },
      IMPRESSION_RPM: { microsValue: '2500' },
      SHOW_RATE: { doubleValue: 0.5 },
    });
  });

  it('a report without dimensions has one row, or no row if there are no data', () => {
    const spec: ReportSpec = { ...march, metrics: ['CLICKS'] };
    const { rows, matching } = reported(spec, [bin({ clicks: 1 }), bin({ day: '2026-03-02', clicks: 2 })]);
    expect({ rows, matching }).toEqual({
      rows: [{ dimensionValues: {}, metricValues: { CLICKS: { integerValue: '3' } } }],
      matching: 1,
    });
    expect(reported(spec, [])).toMatchObject({ rows: [], matching: 0 });
  });

  it('the language of a report decides when weeks begin, and months have six digits', () => {
    const timed = (dimension: 'WEEK' | 'MONTH', languageCode: string) =>
      reported(
        { ...march, dimensions: [dimension], metrics: ['CLICKS'], localizationSettings: { languageCode } },
        [bin({ clicks: 1 }), bin({ day: '2026-03-02', clicks: 1 })],
      ).rows.map(({ dimensionValues }) => dimensionValues[dimension]!.value);
    expect(timed('WEEK', 'en-US')).toEqual(['20260301']);
    expect(timed('WEEK', 'de')).toEqual(['20260223', '20260302']);
    expect(timed('WEEK', 'no language')).toEqual(['20260301']);
    expect(timed('MONTH', 'de')).toEqual(['202603']);
  });

  it('a report converts each amount by the rate of its day, and rounds only the sum', () => {
    const spec: ReportSpec = { ...march, metrics: ['ESTIMATED_EARNINGS'] };
    const cents = Array.from({ length: 8 }, () => bin({ currency: 'USD', revenueMicros: 1 }));
    // Eight amounts of 0.8 are summed and then rounded. Rounding each amount would give 8.
    expect(reported(spec, cents).rows[0]!.metricValues.ESTIMATED_EARNINGS).toEqual({ microsValue: '6' });
  });

  it('earnings do not depend on the order in which feeds and days are read', () => {
    const spec: ReportSpec = { ...march, metrics: ['ESTIMATED_EARNINGS'] };
    // Thirds, so that both amounts together would not be what they are one by one.
    const sixths = new Rates([{ date: '2026-03-01', currency: 'USD', rate: '6' }], 'EUR');
    const amounts = [4, 5].map((revenueMicros, feedNo) => bin({ currency: 'USD', feedNo, revenueMicros }));
    const between = bin({ day: '2026-03-02', revenueMicros: 0 });
    const earned = (...bins: Bin[]) =>
      reported(spec, bins, sixths).rows.map(({ metricValues }) => metricValues);
    expect(earned(...amounts)).toEqual(earned(amounts[0]!, between, amounts[1]!));
  });

  it('a report leaves out amounts without an exchange rate, and warns of it', () => {
    const spec: ReportSpec = { ...march, metrics: ['ESTIMATED_EARNINGS'] };
    const bins = [bin({ currency: 'CHF', revenueMicros: 5 }), bin({ revenueMicros: 7 })];
    const { rows, withoutRate } = reported(spec, bins);
    expect(rows[0]!.metricValues.ESTIMATED_EARNINGS).toEqual({ microsValue: '7' });
    expect(withoutRate).toEqual(['CHF']);
  });

  it('a report is sorted by its conditions, then by its values, and rows without a value count as the lowest', () => {
    const spec: ReportSpec = {
      ...march,
      dimensions: ['COUNTRY'],
      metrics: ['CLICKS'],
      sortConditions: [{ metric: 'CLICKS', order: 'DESCENDING' }],
    };
    const clicks = { FR: 9, AT: 10, DE: 9 };
    const bins = Object.entries(clicks).map(([country, count]) => bin({ values: [country], clicks: count }));
    const countries = reported(spec, [bin({ values: ['CH'] }), ...bins]).rows;
    expect(countries.map(({ dimensionValues }) => dimensionValues.COUNTRY!.value)).toEqual([
      'AT',
      'DE',
      'FR',
      'CH',
    ]);
  });

  it('a report with a maximum shows the first rows, and counts all rows', () => {
    const count = fc.array(fc.nat(20), { maxLength: 60 });
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 10 }), fc.boolean(), (clicks, maxReportRows, falling) => {
        const spec: ReportSpec = {
          ...march,
          dimensions: ['COUNTRY'],
          metrics: ['CLICKS'],
          sortConditions: [{ metric: 'CLICKS', order: falling ? 'DESCENDING' : 'ASCENDING' }],
        };
        const bins = clicks.map((each, index) => bin({ values: [String(index)], clicks: each }));
        const all = reported(spec, bins);
        const cut = reported({ ...spec, maxReportRows }, bins);
        expect(cut.rows).toEqual(all.rows.slice(0, maxReportRows));
        expect(cut.matching).toBe(clicks.length);
      }),
    );
  });
});

describe('The query of a report', () => {
  const context = { publisherId, timeZone: 'Europe/Berlin', weekStart: 1 };

  it('the query of a report groups by all dimensions except time, and names each day', () => {
    const { days, groupBy } = queryOf({ ...march, dimensions: ['MONTH', 'AD_UNIT', 'COUNTRY'] }, context);
    expect(groupBy).toEqual(['APP', 'AD_UNIT', 'COUNTRY']);
    expect(days).toHaveLength(8);
    expect(days[0]).toEqual({
      day: '2026-03-01',
      from: Date.parse('2026-02-28T23:00:00Z'),
      to: Date.parse('2026-03-01T23:00:00Z'),
    });
  });

  it('the query of a report filters by stored values, and a filter of dates selects its days', () => {
    const dimensionFilters = [
      { dimension: 'DATE', matchesAny: { values: ['20260302', '20260309'] } },
      { dimension: 'PLATFORM', matchesAny: { values: ['iOS', 'Android'] } },
      { dimension: 'FORMAT', matchesAny: { values: ['banner'] } },
      { dimension: 'AD_UNIT', matchesAny: { values: [`ca-app-${publisherId}/0000000002`, 'else'] } },
      {
        dimension: 'MEDIATION_GROUP',
        matchesAny: { values: [`ca-app-${publisherId}:mg:99`, `ca-app-${publisherId}:no:88`] },
      },
      { dimension: 'APP', matchesAny: { values: ['ca-app-pub-0000000000000000~0000000001'] } },
    ] as const;
    const { days, filters } = queryOf({ ...march, dimensionFilters }, context);
    expect(days.map(({ day }) => day)).toEqual(['2026-03-02']);
    expect(filters).toEqual([
      { dimension: 'PLATFORM', anyOf: ['IOS', 'ANDROID'] },
      { dimension: 'FORMAT', anyOf: ['BANNER'] },
      { dimension: 'AD_UNIT', anyOf: ['0000000002'] },
      { dimension: 'MEDIATION_GROUP', anyOf: ['99'] },
      { dimension: 'APP', anyOf: [] },
    ]);
  });

  it('the query of a network report is for one source', () => {
    expect(queryOf(march, { ...context, adSourceId: '5' }).filters).toEqual([
      { dimension: 'AD_SOURCE', anyOf: ['5'] },
    ]);
  });
});

describe('Header and footer', () => {
  const none = {
    delayed: false,
    otherCurrency: false,
    withoutRate: '',
    rateProblem: 'noRateOfDay' as const,
    splitHours: false,
    daysOnly: false,
    withoutHours: false,
    cut: false,
  };

  it('the header of a report has the request, with defaults of the account', () => {
    const header = (spec: ReportSpec) => headerOf(spec, localeOf(spec, account));
    expect(header({ ...march, localizationSettings: { currencyCode: 'USD' } })).toEqual({
      dateRange: march.dateRange,
      localizationSettings: { currencyCode: 'USD', languageCode: 'en-US' },
      reportingTimeZone: 'Europe/Berlin',
    });
    const timeZone = 'America/Los_Angeles';
    expect(header({ ...march, timeZone, localizationSettings: { languageCode: 'de' } })).toMatchObject({
      localizationSettings: { currencyCode: 'EUR', languageCode: 'de' },
      reportingTimeZone: timeZone,
    });
  });

  it('a language of more than 64 characters is replaced by the default', () => {
    const ofLength = (length: number) =>
      localeOf(
        { ...march, localizationSettings: { languageCode: 'de-x-'.padEnd(length, 'abcdefg-') } },
        account,
      );
    expect(ofLength(64).language).toMatch(/^de-x-/);
    expect(ofLength(65).language).toBe('en-US');
  });

  it('the footer of a report has the number of rows as text, even if it is 0', () => {
    expect(footerOf(0, none)).toEqual({ matchingRowCount: '0' });
  });

  it.each([
    ['delayed', 'DATA_DELAYED'],
    ['otherCurrency', 'REPORT_CURRENCY_NOT_ACCOUNT_CURRENCY'],
    ['withoutRate', 'OTHER'],
    ['splitHours', 'OTHER'],
    ['daysOnly', 'OTHER'],
    ['withoutHours', 'OTHER'],
    ['cut', 'OTHER'],
  ])('the footer of a report warns of %s with %s', (caveat, type) => {
    expect(footerOf(1, { ...none, [caveat]: true }).warnings).toMatchObject([{ type }]);
  });
});
